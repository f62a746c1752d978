import type { Found, MentorContext } from '../answer.ts';
import type { ModelTool } from '../model/mentorModel.ts';

/** What a tool found. */
export interface ToolResult {
  /** Sources, which get numbers. Those after the reader's place are counted and left out. */
  found?: readonly Found[];
  /** Facts without a passage of their own. */
  facts?: unknown;
  /** What was wrong with the call, and what to do. */
  error?: string;
}

/** A tool that a model may call: read only, and only what the reader of the question may read. */
export interface MentorTool extends ModelTool {
  run(context: MentorContext, args: Readonly<Record<string, unknown>>): Promise<ToolResult>;
}

export const textArgument = (description: string) => ({ type: 'string', maxLength: 400, description });
export const listArgument = (description: string) => ({
  type: 'array',
  items: { type: 'string', maxLength: 400 },
  maxItems: 10,
  description,
});
export const dayArgument = (description: string) => ({
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: `${description}, as yyyy-mm-dd`,
});

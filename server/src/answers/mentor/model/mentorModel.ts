import type { SentToModel } from '@lectern/shared-contracts/api/search.ts';

/**
 * Why there is no answer, or no whole one. `unreachable`: no connection. `timeout`: silent for too long. `cut`: broke
 * off in the middle. `length`: the longest answer that is asked for. `refused`: the key was not accepted.
 * `unknown_model`. `busy`: too many requests. `too_long`: more than the model can take. `filtered`: stopped by the
 * endpoint's own rules. `failed`: the endpoint answered something that is no answer. `empty`: it said nothing.
 * `no_tools`: the endpoint refuses requests with tools.
 */
export type ModelFailureKind =
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'length'
  | 'refused'
  | 'unknown_model'
  | 'busy'
  | 'too_long'
  | 'filtered'
  | 'failed'
  | 'empty'
  | 'no_tools';

/** A model that could not answer, or not to the end. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** @param endpointSaid the endpoint's message for the log, without the key; not shown to readers */
  constructor(kind: ModelFailureKind, endpointSaid?: string) {
    super(`The model could not answer: ${kind}.${endpointSaid ? ` The endpoint said: ${endpointSaid}` : ''}`);
    this.kind = kind;
  }
}

/** A tool that a model may call. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: object;
}

/** The tools of one question. */
export interface ToolBox {
  tools: readonly ModelTool[];
  /** Calls a tool. Never throws: the result says what was wrong. @returns the result as the model sees it */
  call(name: string, args: unknown): Promise<string>;
  /** Rounds of calls after which the model has to answer. */
  mostRounds: number;
}

export interface MentorModel {
  name: string;
  /** Host name of the endpoint. */
  place: string;
  /**
   * The text of an answer as it arrives, without the model's reasoning. Tools are called in between.
   * @throws ModelFailure when the answer does not end regularly; an aborted one just ends
   */
  answer(messages: SentToModel, signal: AbortSignal, toolBox?: ToolBox): AsyncIterable<string>;
}

import type { SentToModel } from '@lectern/shared-contracts/api/search.ts';
import { Ajv } from 'ajv';
import type { MentorModel, ModelTool } from './mentorModel.ts';

/** A call that a model without tools plans. */
interface PlannedCall {
  tool: string;
  arguments: object;
}

const isPlan = new Ajv().compile<{ calls: PlannedCall[] }>({
  type: 'object',
  required: ['calls'],
  properties: {
    calls: {
      type: 'array',
      maxItems: 6,
      items: {
        type: 'object',
        required: ['tool', 'arguments'],
        properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
      },
    },
  },
});

/** Characters of a plan; a longer one is none. */
const longestPlan = 4_000;

/**
 * Asks a model that cannot call tools which of them it would call, in one question.
 * @returns the calls, and what was sent; null where the answer is no plan
 * @throws ModelFailure
 */
export async function planCalls(
  model: MentorModel,
  messages: SentToModel,
  tools: readonly ModelTool[],
  signal: AbortSignal,
): Promise<{ calls: readonly PlannedCall[]; sent: SentToModel } | null> {
  const described = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ tool: name, description, arguments: parameters }),
  );
  const request = [
    'Do not answer yet. These look-ups are possible, one a line:',
    ...described,
    'Answer with JSON alone: {"calls":[{"tool":"search","arguments":{"words":"…"}}]}, with the look-ups that you need, or {"calls":[]}.',
  ].join('\n');
  const sent = [...messages, { role: 'user', text: request }];
  let text = '';
  for await (const piece of model.answer(sent, signal)) {
    text += piece;
    if (text.length > longestPlan) return null;
  }
  const plan = parsed(text);
  return isPlan(plan) ? { calls: plan.calls, sent } : null;
}

/** The JSON of an answer, which may stand in a fence. */
function parsed(text: string): unknown {
  const [json = ''] = /\{[\s\S]*\}/.exec(text) ?? [];
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

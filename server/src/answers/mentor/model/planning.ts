import type { SentToModel } from '@lectern/shared-contracts/api/search.ts';
import { Ajv } from 'ajv';
import type { MentorModel, ModelTool } from './mentorModel.ts';

const isPlan = new Ajv().compile<{ calls: { tool: string; arguments: object }[] }>({
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

/** The question which tools a model that cannot call them would call. */
export function planRequest(tools: readonly ModelTool[]): SentToModel[number] {
  const described = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ tool: name, description, arguments: parameters }),
  );
  const text = [
    'Do not answer yet. These look-ups are possible, one a line:',
    ...described,
    'Answer with JSON alone: {"calls":[{"tool":"search","arguments":{"words":"…"}}]}, with the look-ups that you need, or {"calls":[]}.',
  ].join('\n');
  return { role: 'user', text };
}

/**
 * The calls that a model plans.
 * @param messages the last one is the request
 * @returns null where the answer is no plan
 * @throws ModelFailure
 */
export async function planCalls(model: MentorModel, messages: SentToModel, signal: AbortSignal) {
  let text = '';
  for await (const piece of model.answer(messages, signal)) {
    text += piece;
    if (text.length > longestPlan) return null;
  }
  const plan = parsed(text);
  return isPlan(plan) ? plan.calls : null;
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

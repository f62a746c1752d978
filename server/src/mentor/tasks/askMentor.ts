import type { Citation, MentorNotice, SentToModel } from '@lectern/shared-contracts/api/search.ts';
import type { AnswerPlan, StoredAnswer, TaskContext } from '../answerPlan.ts';
import { type Paragraphs, plainTextOf } from '../message.ts';
import { CheckedText } from '../model/checkedText.ts';
import { type MentorModel, ModelFailure } from '../model/mentorModel.ts';
import { promptFor } from '../model/prompt.ts';
import { planAnswer } from './planAnswer.ts';

export type AnswerPart =
  | {
      type: 'sources';
      citations: readonly Citation[];
      model: string | null;
      sent: SentToModel | null;
      said?: Paragraphs;
    }
  | { type: 'text'; text: string };

/**
 * Answers a question: first the sources and what is sent to the model, then text as it arrives. Without a model, or
 * when it fails, the passages themselves are the answer. @returns the whole answer
 */
export async function* askMentor(
  context: TaskContext,
  model: MentorModel | null,
  signal: AbortSignal,
  onFailure: (failure: unknown) => void,
): AsyncGenerator<AnswerPart, StoredAnswer> {
  const answerPlan = await planAnswer(context);
  const sources = answerPlan.forModel ?? answerPlan.citations;
  if (model === null || answerPlan.instruction === null || sources.every(({ ahead }) => ahead)) {
    return yield* answerWithoutModel(answerPlan, null);
  }
  const sent = promptFor({
    text: context.asked.text,
    instruction: answerPlan.instruction,
    citations: sources,
    before: context.asked.before,
  });
  yield { type: 'sources', citations: sources, model: model.name, sent };
  const checked = new CheckedText(sources, context.asked.text);
  let text = '';
  let notice: MentorNotice | null = null;
  try {
    for await (const delta of model.answer(sent, signal)) {
      const shown = checked.add(delta);
      text += shown;
      if (shown !== '') yield { type: 'text', text: shown };
    }
  } catch (failure) {
    onFailure(failure);
    if (!(failure instanceof ModelFailure)) throw failure;
    notice = failure.kind;
  }
  const rest = checked.end();
  text += rest;
  if (rest !== '') yield { type: 'text', text: rest };
  if (signal.aborted) notice = 'stopped';
  notice ??= checked.leftOut > 0 ? 'misquoted' : checked.cited.size === 0 ? 'unsourced' : null;
  // No sentence passed the check: the passages are the answer.
  if (text.trim() === '' && notice !== 'stopped') return yield* answerWithoutModel(answerPlan, notice, sent);
  const citations = sources.filter(({ number }) => checked.cited.has(number));
  return { text, said: null, citations, model: model.name, sent, notice, withheld: aheadIn(sources) };
}

/** The answer without a model. */
async function* answerWithoutModel(
  answerPlan: AnswerPlan,
  notice: MentorNotice | null,
  sent: SentToModel | null = null,
): AsyncGenerator<AnswerPart, StoredAnswer> {
  const text = plainTextOf(answerPlan.said);
  yield { type: 'sources', citations: answerPlan.citations, model: null, sent, said: answerPlan.said };
  yield { type: 'text', text };
  return {
    text,
    said: answerPlan.said,
    citations: answerPlan.citations,
    model: null,
    sent,
    notice,
    withheld: aheadIn(answerPlan.citations) + (answerPlan.withheld ?? 0),
  };
}

function aheadIn(citations: readonly Citation[]): number {
  return citations.filter(({ ahead }) => ahead).length;
}

import type { Citation, MentorNotice, SentToModel } from '@lectern/shared-contracts/api/search.ts';
import type { Brief, TaskContext } from './brief.ts';
import { CheckedText } from './model/checkedText.ts';
import { type MentorModel, ModelFailure } from './model/mentorModel.ts';
import { promptFor } from './model/prompt.ts';
import { type Paragraphs, plainOf } from './say.ts';
import { briefFor } from './tasks.ts';

/** An answer as it is kept. */
export interface Said {
  text: string;
  /** The same by codes, where it is the mentor's own and not a model's. */
  said: Paragraphs | null;
  citations: readonly Citation[];
  model: string | null;
  sent: SentToModel | null;
  notice: MentorNotice | null;
  withheld: number;
}

export type Piece =
  | {
      type: 'sources';
      citations: readonly Citation[];
      model: string | null;
      sent: SentToModel | null;
      said?: Paragraphs;
    }
  | { type: 'text'; text: string };

/**
 * Answers a question: what was found and what is sent to the model first, then text as it is made. Without a model, or
 * when it cannot answer, the passages themselves are the answer. @returns the answer as a whole
 */
export async function* askMentor(
  context: TaskContext,
  model: MentorModel | null,
  signal: AbortSignal,
  onFailure: (failure: unknown) => void,
): AsyncGenerator<Piece, Said> {
  const brief = await briefFor(context);
  if (model === null || brief.instruction === null || brief.citations.every(({ ahead }) => ahead)) {
    return yield* tell(brief, null);
  }
  const sent = promptFor({
    text: context.asked.text,
    instruction: brief.instruction,
    citations: brief.citations,
    before: context.asked.before,
  });
  yield { type: 'sources', citations: brief.citations, model: model.name, sent };
  const checked = new CheckedText(brief.citations);
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
    if (text.trim() === '' && failure.kind !== 'cut') return yield* tell(brief, failure.kind, sent);
    notice = 'cut';
  }
  const rest = checked.end();
  text += rest;
  if (rest !== '') yield { type: 'text', text: rest };
  if (signal.aborted) notice = 'stopped';
  else if (text.trim() === '') return yield* tell(brief, 'unreachable', sent);
  if (notice === null && checked.cited.size === 0) notice = 'unsourced';
  const citations = brief.citations.filter(({ number }) => checked.cited.has(number));
  return { text, said: null, citations, model: model.name, sent, notice, withheld: aheadIn(brief) };
}

/** The passages themselves. */
async function* tell(
  brief: Brief,
  notice: MentorNotice | null,
  sent: SentToModel | null = null,
): AsyncGenerator<Piece, Said> {
  const text = plainOf(brief.said);
  yield { type: 'sources', citations: brief.citations, model: null, sent, said: brief.said };
  yield { type: 'text', text };
  return {
    text,
    said: brief.said,
    citations: brief.citations,
    model: null,
    sent,
    notice,
    withheld: aheadIn(brief),
  };
}

function aheadIn({ citations }: Brief): number {
  return citations.filter(({ ahead }) => ahead).length;
}

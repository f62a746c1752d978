import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { passagesOf } from '../../../library/books/passages.ts';
import { tellingWordsOf } from '../../search/questionWords.ts';
import { retrieve } from '../../search/retrieve.ts';
import { type AnswerPlan, foundIn, type MentorContext, message, numbered } from '../answer.ts';
import { quotation } from '../quotation.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { only } from './chosenBook.ts';
import { withSpoilers } from './summary.ts';

const mostEarlier = 3;
const mostMarks = 2;
const mostWords = 12;

const instruction =
  'Explain the quoted words to the reader: what they say in plain language, who speaks and of whom as far as the ' +
  'sources show it, and what earlier passages they take up. Say nothing of what comes after.';

/** Explains selected words by the book itself: the text before them, and earlier passages with their words. */
export async function explain(context: MentorContext): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  const words = tellingWordsOf(asked.text).slice(0, mostWords);
  const query = { userId: asked.userId, words, language: 'en', bookIds: asked.bookIds, limit: 60 };
  const { hits } = await retrieve(db, services, query);
  const [here] = hits;
  if (!here) return only('nothingAbout', { words: { words } });
  const before = await passagesOf(db, here.bookId, here.seq - 1, here.seq);
  const earlier = hits
    .filter(({ bookId, seq }) => bookId === here.bookId && seq < here.seq - 1)
    .slice(0, mostEarlier)
    .sort((one, other) => one.seq - other.seq);
  const marks = await searchAnnotations(db, { userId: asked.userId, bookIds: [here.bookId], words });
  const passages = await foundIn(withSpoilers(context), [here, ...before, ...earlier]);
  const citations = numbered([...passages, ...marks.slice(0, mostMarks)]);
  const [it, ...others] = citations;
  const where = [it?.book_title, it?.chapter].filter(Boolean).join(', ');
  const part = (word: 'before' | 'earlier' | 'own', from: number, to?: number): MentorPart[][] => {
    const those = others.slice(from, to).map(quotation);
    return those.length > 0 ? [[message(word)], ...those] : [];
  };
  const passagesBefore = before.length + earlier.length;
  const said = [
    [message('standsIn', { where }), ' [1] ', message('explainedByBook')],
    ...part('before', 0, before.length),
    ...part('earlier', before.length, passagesBefore),
    ...part('own', passagesBefore),
  ];
  return { citations, said: said.length > 1 ? said : [...said, [message('nothingBefore')]], instruction };
}

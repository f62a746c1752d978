import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { FullTextHit } from '../store/fullText.ts';
import type { TaskContext } from './answerPlan.ts';
import type { LookupBook } from './bookLookup.ts';
import { chapterAt, chaptersNamedIn, chaptersOf, merged } from './chapters.ts';
import { placesIn } from './place.ts';
import { chapterAskedIn } from './question/chapterAsked.ts';

/** The chapters of a book that a question names by number or as the reader's own; null for none. */
export async function chaptersAskedFor(
  db: TaskContext['db'],
  { userId, text, earlier }: TaskContext['asked'],
  book: LookupBook | undefined,
): Promise<{ passages: FullTextHit[]; has: (place: Locator | null) => boolean } | null> {
  if (!book || chapterAskedIn(text) === null) return null;
  const [place] = await placesIn(db, userId, [book.id]);
  const chapters = await chaptersOf(db, book.id, Infinity);
  const readTo = place?.readTo ?? 0;
  const named = chaptersNamedIn(text, { ...book, chapters, readTo }, earlier.exchanges) ?? [];
  return {
    passages: merged(named).passages,
    has: (at) => named.some((chapter) => chapter === chapterAt(chapters, at)),
  };
}

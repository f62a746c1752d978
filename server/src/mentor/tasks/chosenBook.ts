import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, booksToLookUp, bookUnderWay, type LookupBook } from '../bookLookup.ts';
import { message } from '../message.ts';
import { type Place, placesIn } from '../place.ts';

type Chosen =
  | { book: LookupBook; place: Place; none: null }
  /** With the answer that says why there is none. */
  | { book: null; place: null; none: AnswerPlan };

/** The book that a task is about: the one asked about or named, else the one that was opened last. */
export async function chosenBook({ db, asked }: TaskContext): Promise<Chosen> {
  const lookedUp = await booksToLookUp(db, asked.userId, {
    texts: [asked.text],
    ids: asked.bookId === null ? [] : [asked.bookId],
  });
  const books = lookedUp.filter(({ format }) => format !== 'none');
  const book = asked.bookId
    ? books.find(({ id }) => id === asked.bookId)
    : (bookNamedIn(asked.text, books) ?? bookUnderWay(books) ?? lastOpened(books));
  const [place] = book ? await placesIn(db, asked.userId, [book.id]) : [];
  if (book && place) return { book, place, none: null };
  const why = message(books.length === 0 ? 'noBooks' : 'whichBook');
  return { book: null, place: null, none: { citations: [], said: [[why]], instruction: null } };
}

function lastOpened(books: readonly LookupBook[]): LookupBook | undefined {
  return books
    .filter(({ last_opened }) => last_opened !== null)
    .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))[0];
}

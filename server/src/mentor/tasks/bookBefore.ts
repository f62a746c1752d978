import type { TaskContext } from '../answerPlan.ts';
import { booksMeant, booksTitledIn, booksToLookUp, bookUnderWay } from '../bookLookup.ts';
import { leavesOutBook } from '../question/bookLeftOut.ts';
import { type Exchange, subjectOf } from '../question/followUp.ts';

/**
 * The book that a question leaves out ("Who wrote it?"): the one that the conversation was about last, else the one
 * that is being read. Null for none, and where the question names a book itself.
 */
export async function bookBefore(
  { db, asked }: Pick<TaskContext, 'db' | 'asked'>,
  spelled: (text: string) => Promise<string>,
): Promise<string | null> {
  const { text, userId, bookId, task } = asked;
  if (bookId !== null || task !== null || !leavesOutBook(text)) return bookId;
  const exchanges: Exchange[] = [];
  for (const { question, bookIds } of asked.earlier.exchanges)
    exchanges.push({ question: await spelled(question), bookIds });
  const books = await booksToLookUp(db, userId, {
    texts: [text, ...exchanges.map(({ question }) => question)],
    ids: exchanges.flatMap(({ bookIds }) => bookIds),
  });
  if (booksMeant(text, [], books).books.length > 0) return null;
  for (const { question, bookIds } of exchanges) {
    const titled = booksTitledIn(question, books).map(({ id }) => id);
    const ofAuthor = booksMeant(question, [], books).books.map(({ id }) => id);
    const those = [titled, bookIds, ofAuthor];
    const one = those.find(({ length }) => length === 1)?.[0];
    if (one !== undefined || those.some(({ length }) => length > 1)) return one ?? null;
  }
  // "Do I have Dracula?" where it is not there: "Who wrote it?" means no other book.
  const isOfUnknown = exchanges.some(({ question }) =>
    subjectOf({ questions: [question] }).some(isCapitalized),
  );
  return isOfUnknown ? null : (bookUnderWay(books)?.id ?? null);
}

const isCapitalized = (word: string) => /^\p{Lu}/u.test(word);

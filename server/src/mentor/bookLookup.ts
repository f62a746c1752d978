import type { Db } from '../store/db.ts';
import { foldedWords, isUnspaced } from '../store/textTokens.ts';

export interface LookupBook {
  id: string;
  title: string;
  author: string;
  format: string;
  progress: number;
  completed: number;
  rating: number | null;
  last_opened: string | null;
}

/** All books of a reader, with what tells them apart. */
export async function booksToLookUp(db: Db, userId: string): Promise<LookupBook[]> {
  return db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'format', 'progress', 'completed', 'rating', 'last_opened'])
    .where('user_id', '=', userId)
    .execute();
}

/** The book whose title (without what follows a colon) a text names; of several the longest. */
export function bookNamedIn<B extends { title: string }>(text: string, books: readonly B[]): B | undefined {
  return booksNamedIn(text, books)[0];
}

/** The books whose titles a text names, the longest title first; a title that is part of another does not count. */
function booksNamedIn<B extends { title: string }>(text: string, books: readonly B[]): B[] {
  let asked = ` ${plainWords(text)} `;
  return [...books]
    .sort((a, b) => b.title.length - a.title.length)
    .filter(({ title }) => {
      const short = plainWords(shortTitle(title));
      // Where a script has no spaces, a title ends where it ends, and two characters are a word.
      const isNamed = isUnspaced(short)
        ? short.length >= 2 && asked.includes(short)
        : short.length >= 4 && asked.includes(` ${short} `);
      if (isNamed) asked = asked.replaceAll(isUnspaced(short) ? short : ` ${short} `, ' | ');
      return isNamed;
    });
}

/** Books of the author whose last name a text names. */
function booksByAuthorIn<B extends { author: string }>(text: string, books: readonly B[]): B[] {
  const asked = ` ${plainWords(text)} `;
  return books.filter(({ author }) => {
    const last = namesOf(author).at(-1) ?? '';
    return last.length >= 4 && asked.includes(` ${last} `);
  });
}

const namesOf = (author: string): string[] => plainWords(author.split(/[,;&]| and /)[0] ?? '').split(' ');

/**
 * The books that a question names, by title or by author, and its words without those names: what is asked about them.
 * A title stands for its author too. No books: the question is about all of them.
 */
export function booksMeant<B extends { title: string; author: string }>(
  text: string,
  words: readonly string[],
  books: readonly B[],
): { books: B[]; words: string[] } {
  const titled = booksNamedIn(text, books);
  const byAuthor = booksByAuthorIn(text, books);
  const others = byAuthor.filter((book) => !titled.some(({ author }) => author === book.author));
  const names = new Set([
    ...titled.flatMap(({ title }) => plainWords(shortTitle(title)).split(' ')),
    ...byAuthor.flatMap(({ author }) => namesOf(author)),
  ]);
  return { books: [...titled, ...others], words: words.filter((word) => !names.has(plainWords(word))) };
}

/** The book that was opened last and not finished; null when none is under way. */
export function bookUnderWay<B extends LookupBook>(books: readonly B[]): B | null {
  return (
    books
      .filter(({ completed, progress }) => !completed && progress > 0)
      .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))[0] ?? null
  );
}

function shortTitle(title: string): string {
  return (title.split(/[:;(]/)[0] ?? title).trim();
}

/** Letters and numbers, folded, single spaces between. */
export function plainWords(text: string): string {
  return foldedWords(text).join(' ');
}

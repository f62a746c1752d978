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
  const asked = ` ${plainWords(text)} `;
  return books
    .filter(({ title }) => {
      const short = plainWords(shortTitle(title));
      // Where a script has no spaces, a title ends where it ends, and two characters are a word.
      if (isUnspaced(short)) return short.length >= 2 && asked.includes(short);
      return short.length >= 4 && asked.includes(` ${short} `);
    })
    .sort((a, b) => b.title.length - a.title.length)[0];
}

/** Books of the author whose last name a text names. */
export function booksByAuthorIn<B extends { author: string }>(text: string, books: readonly B[]): B[] {
  const asked = ` ${plainWords(text)} `;
  return books.filter(({ author }) => {
    const last =
      plainWords(author.split(/[,;&]| and /)[0] ?? '')
        .split(' ')
        .at(-1) ?? '';
    return last.length >= 4 && asked.includes(` ${last} `);
  });
}

/** The book that was opened last and not finished; null when none is under way. */
export function bookUnderWay<B extends LookupBook>(books: readonly B[]): B | null {
  return (
    books
      .filter(({ completed, progress }) => !completed && progress > 0)
      .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))[0] ?? null
  );
}

export function shortTitle(title: string): string {
  return (title.split(/[:;(]/)[0] ?? title).trim();
}

/** Letters and numbers, folded, single spaces between. */
export function plainWords(text: string): string {
  return foldedWords(text).join(' ');
}

import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { foldWord } from '../store/textTokens.ts';

/** Passages with a name that are looked at. */
const mostHits = 30;
/** Share of them that are in the book which the name belongs to. */
const leastShare = 0.8;
/** A name in fewer passages belongs to no book. */
const leastHits = 3;

/**
 * The books that the names of a question belong to, by their text: "Ahab" and "Mr. Darcy" stand for two books. A name
 * adds a book only where no book before it has the name.
 * @param named ids of books that are named by title or author
 * @param names words of the question with a capital
 * @returns these books, and the book of each name that stands for one of them
 */
export async function booksOfNames(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  { userId, named, names }: { userId: string; named: readonly string[]; names: readonly string[] },
): Promise<{ bookIds: readonly string[]; owners: ReadonlyMap<string, string> }> {
  if (names.length === 0) return { bookIds: named, owners: new Map() };
  const owners = await Promise.all(
    names.map(async (name) => {
      const terms = [{ words: [name], open: false }];
      const hits = await fullText.search(db, { userId, terms, mode: 'any', limit: mostHits });
      const folded = new Set([foldWord(name)]);
      // Two copies of a book have the same text. A word in lower case belongs to no book.
      const bookIds = [
        ...new Map(hits.map(({ text, bookId }) => [text, hasAsName(text, folded) ? bookId : null])).values(),
      ];
      const shareOf = (id: string | null) => bookIds.filter((other) => other === id).length / bookIds.length;
      const owner =
        bookIds.length < leastHits
          ? undefined
          : bookIds.find((id) => id !== null && shareOf(id) >= leastShare);
      return { name, terms, bookId: owner ?? null };
    }),
  );
  const books = [...named];
  for (const { terms, bookId } of owners) {
    if (bookId === null || books.includes(bookId)) continue;
    const isInOneBefore =
      books.length > 0 &&
      (await fullText.search(db, { userId, bookIds: books, terms, mode: 'any', limit: 1 })).length > 0;
    if (!isInOneBefore) books.push(bookId);
  }
  const isOfThem = (bookId: string | null): bookId is string => bookId !== null && books.includes(bookId);
  return {
    bookIds: books,
    owners: new Map(owners.flatMap(({ name, bookId }) => (isOfThem(bookId) ? [[name, bookId]] : []))),
  };
}

/** Whether a text has a name, and not only a word in lower case: Inspector Fix is not "to fix". @param names folded */
export function hasAsName(text: string, names: ReadonlySet<string>): boolean {
  const found = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => names.has(foldWord(word)));
  return found.length === 0 || found.some((word) => !/^\p{Ll}/u.test(word));
}

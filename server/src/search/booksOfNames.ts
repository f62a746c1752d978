import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';

/** Passages with a name that are looked at. */
const mostHits = 30;
/** Share of them that are in the book which the name belongs to. */
const leastShare = 0.8;

/**
 * The books that the names of a question belong to, by their text: "Ahab" and "Mr. Darcy" stand for two books. A name
 * adds a book only where no book before it has the name.
 * @param named ids of books that are named by title or author
 * @param names words of the question with a capital
 */
export async function booksOfNames(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  { userId, named, names }: { userId: string; named: readonly string[]; names: readonly string[] },
): Promise<readonly string[]> {
  if (named.length + names.length < 2) return named;
  const homes = await Promise.all(
    names.map(async (name) => {
      const terms = [{ words: [name], open: false }];
      const hits = await fullText.search(db, { userId, terms, mode: 'any', limit: mostHits });
      // A word that the books write in lower case, too, is no name: "Captain".
      const isNoName = new RegExp(`(?<!\\p{L})${name.toLowerCase()}(?!\\p{L})`, 'u');
      if (hits.some(({ text }) => isNoName.test(text))) return { terms, home: null };
      // Two copies of a book have the same text.
      const distinct = [...new Map(hits.map(({ text, bookId }) => [text, bookId])).values()];
      const [home] = distinct
        .map((id) => ({ id, share: distinct.filter((other) => other === id).length / distinct.length }))
        .filter(({ share }) => share >= leastShare);
      return { terms, home: home?.id ?? null };
    }),
  );
  const books = [...named];
  for (const { terms, home } of homes) {
    if (home === null || books.includes(home)) continue;
    const elsewhere =
      books.length > 0
        ? await fullText.search(db, { userId, bookIds: books, terms, mode: 'any', limit: 1 })
        : [];
    if (elsewhere.length === 0) books.push(home);
  }
  return books;
}

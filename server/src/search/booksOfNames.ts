import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { foldedWords, foldWord } from '../store/textTokens.ts';

/** Passages with a name that are looked at. */
const mostHits = 30;
/** Share of them that are in the book which the name belongs to. */
const leastShare = 0.8;

/** A book that a question is about. */
export interface MeantBook {
  id: string;
  /** Folded words of the question that stand for the book: of its title, its author, or names in it. */
  names: readonly string[];
}

/**
 * The books that the names of a question belong to, by their text: "Ahab" and "Mr. Darcy" stand for two books. A name
 * adds a book only where no book before it has the name.
 * @param named books that are named by title or author
 * @param names words of the question with a capital
 */
export async function booksOfNames(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  { userId, named, names }: { userId: string; named: readonly MeantBook[]; names: readonly string[] },
): Promise<readonly MeantBook[]> {
  if (named.length + names.length < 2) return named;
  const homes = await Promise.all(
    names.map(async (typed) => {
      const name = foldWord(typed);
      const terms = [{ words: [typed], open: false }];
      const hits = await fullText.search(db, { userId, terms, mode: 'any', limit: mostHits });
      // A word that the books write in lower case, too, is no name: "Captain".
      const isNoName = new RegExp(`(?<!\\p{L})${typed.toLowerCase()}(?!\\p{L})`, 'u');
      if (hits.some(({ text }) => isNoName.test(text))) return { name, terms, home: null };
      // Two copies of a book have the same text.
      const distinct = [...new Map(hits.map(({ text, bookId }) => [text, bookId])).values()];
      const [home] = distinct
        .map((id) => ({ id, share: distinct.filter((other) => other === id).length / distinct.length }))
        .filter(({ share }) => share >= leastShare);
      return { name, terms, home: home?.id ?? null };
    }),
  );
  const books = named.map((book) => ({ ...book }));
  for (const { name, terms, home } of homes) {
    if (home === null) continue;
    const same = books.find(({ id }) => id === home);
    if (same) {
      same.names = [...same.names, name];
      continue;
    }
    const bookIds = books.map(({ id }) => id);
    const elsewhere =
      bookIds.length > 0 ? await fullText.search(db, { userId, bookIds, terms, mode: 'any', limit: 1 }) : [];
    if (elsewhere.length === 0) books.push({ id: home, names: [name] });
  }
  return books;
}

/** Words between two parts of a question, folded, in five languages. */
const between: ReadonlySet<string> = new Set(
  foldedWords(`and or with from than while but versus vs und oder mit von als während aber et ou avec que tandis mais
    y e o con pero com ou mas`),
);

/**
 * The words of a question that each book is to be searched with: those of its part of the question ("What does Eliot
 * write about rats, and Melville about sharks?"). A part with names only has the words of all ("What do Ahab and Mr. Darcy
 * think of marriage?").
 */
export function wordsOfBooks(
  text: string,
  words: readonly string[],
  books: readonly MeantBook[],
): Map<string, readonly string[]> {
  const asked = foldedWords(text);
  const placed = books
    .map(({ id, names }) => ({ id, names, at: asked.findIndex((word) => names.includes(word)) }))
    .sort((one, other) => one.at - other.at);
  const cuts = placed.map(({ at }, index) => {
    const from = placed[index - 1]?.at ?? -1;
    let cut = at;
    while (cut > from && !between.has(asked[cut] ?? '')) cut -= 1;
    return index === 0 || at < 0 ? 0 : cut > from ? cut : at;
  });
  const result = new Map<string, readonly string[]>();
  for (const [index, { id, names, at }] of placed.entries()) {
    const part = new Set(asked.slice(cuts[index], cuts[index + 1] ?? asked.length));
    const ofOthers = new Set(placed.flatMap((other) => (other.id === id ? [] : other.names)));
    const own = words.filter((word) => part.has(foldWord(word)));
    const isNamesOnly = own.every((word) => names.includes(foldWord(word)));
    const all = words.filter((word) => !ofOthers.has(foldWord(word)) || names.includes(foldWord(word)));
    result.set(id, at < 0 || isNamesOnly ? all : own);
  }
  return result;
}

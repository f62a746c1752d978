import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { isApparatus, withoutTitlePages } from './apparatus.ts';
import { namedBooks, wordsBesideNames } from './namedBooks.ts';
import { nearestWord } from './nearestWord.ts';
import { questionWords } from './questionWords.ts';
import { type RetrievalQuery, type RetrievedHit, retrieve } from './retrieve.ts';

/** What a text is searched for, and where. */
export interface SearchScope {
  words: readonly string[];
  language: string;
  isName: boolean;
  /** The books that the text names, or that were chosen; empty for all. */
  books: readonly { id: string; title: string }[];
}

/**
 * The words and books of a typed text.
 * @param bookIds chosen by the reader; undefined where the titles and authors in the text decide
 */
export async function scopeOf(
  db: Db,
  { userId, text, bookIds }: { userId: string; text: string; bookIds?: readonly string[] | undefined },
): Promise<SearchScope> {
  const { words, language, isName } = questionWords(text);
  const named = await namedBooks(db, userId, text);
  if (bookIds === undefined) return { words: wordsBesideNames(words, named), language, isName, books: named };
  const chosen = named.filter(({ id }) => bookIds.includes(id));
  const books =
    bookIds.length === 0
      ? []
      : await db
          .selectFrom('books')
          .select(['id', 'title'])
          .where('user_id', '=', userId)
          .where('id', 'in', bookIds)
          .execute();
  return { words: wordsBesideNames(words, chosen), language, isName, books };
}

/** Passages for a text, and how much of it they have. */
export interface PassagesFound {
  hits: RetrievedHit[];
  /** Words that none of the searched books has. */
  missing: readonly string[];
  /** Passages that have all words together. */
  together: number;
}

/** Of one search. */
export const mostHits = 40;

/** Passages of the reader's books, best first; several books take turns. Without title pages, contents and the like. */
export async function findPassages(
  db: Db,
  services: Pick<Services, 'fullText'>,
  { userId, words, language, isName, books }: SearchScope & { userId: string },
): Promise<PassagesFound> {
  const bookIds = books.length === 0 ? undefined : books.map(({ id }) => id);
  const respelled = await spellings(db, services, { userId, words, bookIds });
  const spelled = words.map((word) => respelled.get(word) ?? word);
  const search = (bookIds?: readonly string[]) =>
    retrieve(db, services, {
      userId,
      words: spelled,
      language,
      bookIds,
      introduces: isName,
      limit: mostHits,
    });
  const results = await Promise.all(bookIds === undefined ? [search()] : bookIds.map((id) => search([id])));
  const lists = results.map(({ hits }) => hits.filter((hit) => !isApparatus(hit)));
  const hits = await withoutTitlePages(db, distinct(inTurn(lists)));
  return {
    hits: hits.slice(0, mostHits),
    missing: spelled.filter((word) => results.every(({ missing }) => missing.includes(word))),
    together: hits.filter(({ has }) => has.length === words.length).length,
  };
}

/** A shorter word is spelled like too many others. */
const leastRespelled = 6;

/** The words that the books spell differently ("Bezoukhov" for Bezukhov), with the nearest spelling. */
async function spellings(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  { userId, words, bookIds }: Pick<RetrievalQuery, 'userId' | 'words' | 'bookIds'>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    words.map(async (word) => {
      if (word.length < leastRespelled) return [];
      const beginning = { words: [word.slice(0, -2)], open: true };
      if ((await fullText.count(db, userId, beginning, { most: 1, bookIds })) > 0) return [];
      const spelling = await nearestWord(db, fullText, { userId, typed: word, bookIds });
      return spelling === undefined ? [] : [[word, spelling] as const];
    }),
  );
  return new Map(found.flat());
}

/** Without second copies of a text: a reader may have a book twice. */
function distinct<T extends { text: string }>(hits: readonly T[]): T[] {
  const texts = new Set<string>();
  return hits.filter(({ text }) => !texts.has(text) && texts.add(text));
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

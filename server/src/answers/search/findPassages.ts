import { editDistance, nearest } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { addBookKeys, possibleNames } from '../../library/books/bookKeys.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { listRows } from '../../store/rows.ts';
import { foldedWords, foldWord, isUnspaced } from '../../store/textTokens.ts';
import { isApparatus, withoutTitlePages } from './apparatus.ts';
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
      : await listRows(db, 'books', { user_id: userId, id: bookIds }, ['id', 'title']);
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

/** A book of the reader that a text names. */
interface NamedBook {
  id: string;
  title: string;
  author: string;
  /** The folded words of the text that name it: its title without the subtitle, or the author's last name. */
  name: string;
}

/** Books that get their lookup keys before they are looked up. */
const mostAdded = 1_000;
/** Names in one statement. */
const namesAtOnce = 500;
/** A name that more books have, as of a prolific author, chooses the first of them. */
const mostNamed = 20;

/**
 * The books whose title (without subtitle and leading article) or author's last name stands in a text, the longest
 * title first. A title that is part of a longer one does not count; an author counts where no title does.
 */
async function namedBooks(db: Db, userId: string, text: string): Promise<NamedBook[]> {
  await addBookKeys(db, userId, mostAdded);
  const names = possibleNames(text);
  const rows = [];
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const batch = names.slice(at, at + namesAtOnce);
    const books = db
      .selectFrom('books')
      .select(['id', 'title', 'author', 'title_key', 'author_key'])
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('title_key', 'in', batch), eb('author_key', 'in', batch)]));
    rows.push(...(await books.orderBy('id').limit(mostNamed).execute()));
  }
  const titled = rows
    .flatMap(({ title_key: name, ...book }) => (name && isNameIn(text, name) ? [{ ...book, name }] : []))
    .sort((one, other) => other.name.length - one.name.length);
  const longest = titled.filter(
    ({ name }, at) => !titled.slice(0, at).some((other) => other.name !== name && other.name.includes(name)),
  );
  if (longest.length > 0) return longest;
  return rows.flatMap(({ author_key: name, ...book }) =>
    name && isNameIn(text, name) ? [{ ...book, name }] : [],
  );
}

/** Whether a folded name stands in a text, one word with a capital: "Emma", not "persuasion" in a sentence. */
function isNameIn(text: string, name: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (isUnspaced(name)) return foldedWords(text).join(' ').includes(name);
  if (!` ${foldedWords(text).join(' ')} `.includes(` ${name} `)) return false;
  const isQuoted = (word: string) => new RegExp(`["“„«‘']${word}`, 'u').test(text);
  return (
    name.includes(' ') ||
    words.some((word) => foldedWords(word).join('') === name && (/^\p{Lu}/u.test(word) || isQuoted(word)))
  );
}

/** The words of a text that name no book; all where no other is left. */
function wordsBesideNames(words: readonly string[], books: readonly NamedBook[]): readonly string[] {
  const ofNames = new Set(books.flatMap(({ name, author }) => [...name.split(' '), ...foldedWords(author)]));
  const rest = words.filter((word) => !foldedWords(word).every((part) => ofNames.has(part)));
  return rest.length > 0 ? rest : words;
}

/** Corrections of a word that are tried. */
const mostTried = 20;
/** A word in more passages is not likelier. */
const mostCounted = 1_000;

/**
 * The word of this reader's books that is spelled most like a mistyped one; of several the one that begins most like
 * it (whiteness for "whitness", not witness), then the most frequent. Folded, and undefined for none.
 * @param wanted.bookIds only in these books
 */
export async function nearestWord(
  db: Db,
  fullText: Services['fullText'],
  { userId, typed, bookIds }: { userId: string; typed: string; bookIds?: readonly string[] | undefined },
): Promise<string | undefined> {
  const folded = foldWord(typed);
  const words = nearest(folded, await fullText.wordsLike(db, userId, typed), mostTried);
  const candidates = await Promise.all(
    words.map(async (word) => ({
      word,
      count: await fullText.count(db, userId, termOf(word), { most: mostCounted, bookIds }),
      distance: editDistance(folded, word),
      shared: sharedBeginning(folded, word),
    })),
  );
  return candidates
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || b.count - a.count)[0]?.word;
}

const termOf = (word: string) => ({ words: [word], open: false });

/** The letters with which both words begin. */
function sharedBeginning(word: string, other: string): number {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  return at;
}

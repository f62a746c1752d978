import { sql } from 'kysely';
import {
  addBookKeys,
  adjacentWords,
  authorKey,
  isArticle,
  possibleNames,
  titleKey,
} from '../books/bookKeys.ts';
import type { Db } from '../store/db.ts';
import { foldedWords, foldWord, isUnspaced } from '../store/textTokens.ts';
import { languageOf, languages } from './question/intents.ts';
import { parseQuestion } from './question/question.ts';
import { isForm, isTitleWithArticle, titlesWithArticle } from './titleForms.ts';

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

const columns = [
  'id',
  'title',
  'author',
  'format',
  'progress',
  'completed',
  'rating',
  'last_opened',
] as const satisfies (keyof LookupBook)[];

/** Books that get their lookup keys before a question is answered. */
export const mostAdded = 1_000;
/** Names in one statement. */
const namesAtOnce = 500;

/**
 * The books that a question may mean: those whose titles or authors the texts may name, those of the ids, and the ones
 * opened last. Looked up by index, however many books the reader has. Empty only where there are no books.
 */
export async function booksToLookUp(
  db: Db,
  userId: string,
  { texts = [], ids = [] }: { texts?: readonly string[]; ids?: readonly string[] } = {},
): Promise<LookupBook[]> {
  await addBookKeys(db, userId, mostAdded);
  const books = () => db.selectFrom('books').select(columns).where('user_id', '=', userId);
  const results = [
    await books()
      .where('completed', '=', 0)
      .where('progress', '>', 0)
      .orderBy(sql`coalesce(last_opened, '')`, 'desc')
      .orderBy('id')
      .limit(1)
      .execute(),
    await books()
      .where('last_opened', 'is not', null)
      .where('format', '<>', 'none')
      .orderBy('last_opened', 'desc')
      .limit(1)
      .execute(),
    await books().limit(1).execute(),
  ];
  if (ids.length > 0) results.push(await books().where('id', 'in', ids).execute());
  const names = possibleNames(texts.flatMap((text) => [text, ...otherWritings(text)]).join('\n'));
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const batch = names.slice(at, at + namesAtOnce);
    results.push(await books().where('title_key', 'in', batch).execute());
    results.push(await books().where('author_key', 'in', batch).execute());
  }
  const beginnings = adjacentWords(texts.join('\n'));
  if (beginnings.length > 0)
    results.push(
      await books()
        .where((eb) => eb.or(beginnings.map((words) => eb('title_key', 'like', `${words} %`))))
        .execute(),
    );
  return [...new Map(results.flat().map((book) => [book.id, book])).values()];
}

/**
 * The book whose title (up to a colon) a question about one book names; of several the one with the longest title. Two
 * words of it are enough, as they can mean nothing else: "Summarize Don Quijote".
 */
export function bookNamedIn<B extends { title: string }>(text: string, books: readonly B[]): B | undefined {
  return booksTitledIn(text, books)[0];
}

/** The books whose titles a question about one book names. */
export const booksTitledIn = <B extends { title: string }>(text: string, books: readonly B[]): B[] =>
  booksNamedIn(text, books, fewestOfOne).map(({ book }) => book);

/** The telling words of a question about one book, without its title and author; none where it has none. */
export function wordsBesideBook<B extends { id: string; title: string; author: string }>(
  text: string,
  books: readonly B[],
): readonly string[] {
  const { words, isAboutAnything } = parseQuestion(text);
  return isAboutAnything ? booksMeant(text, words, books, fewestOfOne).words : [];
}

/**
 * The books whose titles a text names, with the words that do: whole titles first, then beginnings of titles, the
 * longest title first. A title that is part of another does not count.
 */
function booksNamedIn<B extends { title: string }>(
  text: string,
  books: readonly B[],
  fewest: number,
): { book: B; name: string }[] {
  let rest = ` ${[text, ...otherWritings(text)].map(plainWords).join(' | ')} `;
  const inOrder = [...books].sort((a, b) => b.title.length - a.title.length);
  const named = new Map<B, string>();
  for (const namesOf of [(key: string) => [key], (key: string) => beginningsOf(key, fewest)])
    for (const book of inOrder) {
      const key = titleKey(book.title);
      const names = key === null || named.has(book) ? [] : namesOf(key);
      const name = names.find(
        (candidate) =>
          rest.includes(inText(candidate)) &&
          (!isCommonNoun(candidate, text) || isTitleWithArticle(candidate, text)),
      );
      if (name === undefined) continue;
      named.set(book, name);
      rest = rest.replaceAll(inText(name), ' | ');
    }
  return [...named].map(([book, name]) => ({ book, name }));
}

/** The fewest words of a title's beginning that name it: in a search, and in a question about one book. */
const [fewestWords, fewestOfOne] = [3, 2];
/** All but one of them must have so many letters. */
const longWord = 4;

/** The beginnings of a title that are long enough to mean no other, the longest first: not "lord of the". */
function beginningsOf(key: string, fewest: number): string[] {
  const words = key.split(' ');
  const isLong = (word = '') => word.length >= longWord;
  return words
    .map((_, at) => words.slice(0, at))
    .filter((beginning) => beginning.length >= fewest && isLong(beginning.at(-1)))
    .filter((beginning) => beginning.filter(isLong).length >= fewest - 1)
    .map((beginning) => beginning.join(' '))
    .reverse();
}

/** Books of the author whose last name a text names. */
function booksByAuthorIn<B extends { author: string }>(text: string, books: readonly B[]): B[] {
  const folded = ` ${plainWords(text)} `;
  return books.filter(({ author }) => {
    const key = authorKey(author);
    return key !== null && folded.includes(inText(key)) && !isCommonNoun(key, text);
  });
}

/**
 * Whether the name is a common noun in the text: "the king" with an article and in lower case is no author. In German,
 * where all nouns have a capital, "der Wal" is no title either, unless nothing else is asked for.
 */
export function isCommonNoun(key: string, text: string): boolean {
  const [noun = '', ...others] = key.split(' ').filter((word, at) => at > 0 || !isArticle(word));
  if (noun === '' || others.length > 0) return false;
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u);
  const places = words.flatMap((word, at) => (foldWord(word) === noun ? at : []));
  const isGerman = languageOf(text) === 'de';
  return (
    places.length > 0 &&
    places.every((at) => {
      const before = words[at - 1] ?? '';
      const hasArticle =
        /^\p{Ll}/u.test(before) && (isArticle(foldWord(before)) || (isGerman && germanArticles.has(before)));
      return hasArticle && (isGerman || /^\p{Ll}/u.test(words[at] ?? ''));
    })
  );
}

/** Those besides the ones with which titles begin. */
const germanArticles = new Set(['den', 'dem', 'des', 'einen', 'einem', 'einer', 'eines']);

/** With word boundaries, except in scripts without spaces. */
const inText = (key: string) => (isUnspaced(key) ? key : ` ${key} `);

const namesOf = (author: string): string[] => plainWords(author.split(/[,;&]| and /)[0] ?? '').split(' ');

/**
 * The books that a question names by title or author, with these names folded, and its other words. A title includes
 * its author. No books mean that the question is about all of them.
 */
export function booksMeant<B extends { id: string; title: string; author: string }>(
  text: string,
  words: readonly string[],
  books: readonly B[],
  fewest = fewestWords,
): { books: B[]; names: { id: string; name: string }[]; words: string[] } {
  const titled = booksNamedIn(text, books, fewest);
  const byAuthor = booksByAuthorIn(text, books);
  const others = byAuthor.filter((book) => !titled.some(({ book: { author } }) => author === book.author));
  const names = new Set([
    ...titled.flatMap(({ name }) => name.split(' ')),
    ...byAuthor.flatMap(({ author }) => namesOf(author)),
  ]);
  const titlesInGenitive = titled.length > 0 && languageOf(text) === 'de';
  // In a script without spaces a word may be part of a name.
  const isOfName = (word: string) =>
    names.has(word) ||
    (titlesInGenitive && [...names].some((name) => isForm(word, name))) ||
    (isUnspaced(word) && [...names].some((name) => name.includes(word)));
  return {
    books: [...titled.map(({ book }) => book), ...others],
    names: [
      ...titled.map(({ book: { id }, name }) => ({ id, name })),
      ...byAuthor.map(({ id, author }) => ({ id, name: authorKey(author) ?? '' })),
    ],
    words: words.filter((word) => !isOfName(plainWords(word))),
  };
}

/** The unfinished book that was opened last; null for none. */
export function bookUnderWay<B extends LookupBook>(books: readonly B[]): B | null {
  return (
    books
      .filter(({ completed, progress }) => !completed && progress > 0)
      .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))[0] ?? null
  );
}

/**
 * A text as titles may have it: with "and" for "&", with the articles that titles begin with, and in a script without
 * spaces with spaces around its words in others ("Dracula还剩多少页").
 */
function otherWritings(text: string): string[] {
  const ands = text.includes('&') ? [...new Set(allAnds)].map((and) => text.replaceAll('&', ` ${and} `)) : [];
  if (!isUnspaced(text)) return [...ands, ...titlesWithArticle(text)];
  return [...ands, text.replace(/[\p{Script=Latin}\p{N}]+/gu, ' $& ')];
}

const allAnds = languages.flatMap(({ and }) => and.split(' ').filter(Boolean));

/** The words of a text, folded, with single spaces between. */
export function plainWords(text: string): string {
  return foldedWords(text).join(' ');
}

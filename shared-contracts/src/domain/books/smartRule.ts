/** Smart collections. Only the rule is stored; matching books are computed when shown. */
import type { Book } from '../../api/books.ts';
import type { Collection, SmartRule } from '../../api/collections.ts';
import { remembered } from '../remembered.ts';
import { foldText } from '../search/foldText.ts';
import { tagKey } from './tags.ts';

const day = 86_400_000;

const plain = (text: string) => foldText(text).trim();

/**
 * Compiles a rule to a predicate. A rule without conditions matches nothing, so that an incomplete one does not
 * select the whole library.
 * @param now milliseconds since 1970, for 'added within'
 */
export function smartRuleTest(rule: SmartRule, now: number): (book: Book) => boolean {
  const tests: ((book: Book) => boolean)[] = [];
  const oneOf = (values: readonly string[] | undefined, fieldOf: (book: Book) => string | null) => {
    if (!values?.length) return;
    const wanted = new Set(values.map(plain));
    tests.push((book) => wanted.has(plain(fieldOf(book) ?? '')));
  };
  oneOf(rule.authors, ({ author }) => author);
  oneOf(rule.genres, ({ genre }) => genre);
  oneOf(rule.languages, ({ language }) => language);
  oneOf(rule.statuses, ({ status }) => status);
  oneOf(rule.formats, ({ format }) => format);
  if (rule.tags?.length) {
    const wanted = new Set(rule.tags.map(tagKey));
    tests.push(({ tags = [] }) => tags.some((tag) => wanted.has(tagKey(tag))));
  }
  if (rule.favorite) tests.push(({ favorite }) => favorite);
  const { rating, addedWithin } = rule;
  if (rating !== undefined) tests.push((book) => (book.rating ?? 0) >= rating);
  if (addedWithin !== undefined) {
    const since = now - addedWithin * day;
    tests.push(({ created_at }) => Date.parse(created_at) >= since);
  }
  if (plain(rule.text ?? '') !== '') tests.push(textTest(rule.text ?? ''));
  if (tests.length === 0) return () => false;
  return (book) => tests.every((holds) => holds(book));
}

/** Predicate: every word of the query occurs in title, author, series, genre or tags. */
export function textTest(query: string): (book: Book) => boolean {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (book) => {
    const text = searchText(book);
    return words.every((word) => text.includes(word));
  };
}

/** Remembered, since ten thousand books are filtered with each key. */
const searchText = remembered(({ title, author, series, genre, tags = [] }: Book) =>
  foldText([title, author, series, genre, ...tags].filter(Boolean).join(' ')),
);

/** The books of a collection: matches of its rule, newest first, or its manual list in order. */
export function booksOfCollection(
  { bookIds, rule }: Pick<Collection, 'bookIds' | 'rule'>,
  books: readonly Book[],
  now: number,
): Book[] {
  if (rule)
    return books
      .filter(smartRuleTest(rule, now))
      .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
  const byId = new Map(books.map((book) => [book.id, book]));
  return bookIds.flatMap((id) => byId.get(id) ?? []);
}

/** Whether a collection contains a book. */
export function holdsBook(
  { bookIds, rule }: Pick<Collection, 'bookIds' | 'rule'>,
  book: Book,
  now: number,
): boolean {
  return rule ? smartRuleTest(rule, now)(book) : bookIds.includes(book.id);
}

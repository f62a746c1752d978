import type { Book } from '@lectern/shared-contracts/api/books.ts';
import {
  type SessionFacts,
  shownStatus,
  statusRank,
} from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { sortAuthor, sortTitle } from './sortNames.ts';

export const sortOrders = ['status', 'title', 'author', 'added', 'opened', 'progress'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const sortLabels: Readonly<Record<SortOrder, string>> = {
  status: text('Reading first'),
  title: text('Title'),
  author: text('Author'),
  added: text('Recently added'),
  opened: text('Last opened'),
  progress: text('Progress'),
};

/** Sort keys of a book in order of precedence; smaller comes first. */
type SortKey = readonly [number | string, number | string, string];

/** The sorted books: text ascending, times and progress descending. */
export function sortBooks(books: readonly Book[], order: SortOrder, session?: SessionFacts | null): Book[] {
  const keyOf: Record<SortOrder, (book: Book) => SortKey> = {
    status: (book) => [statusRank[shownStatus(book, session)], -book.progress, titleKey(book)],
    title: (book) => [titleKey(book), '', ''],
    author: (book) => [authorKey(book), titleKey(book), ''],
    added: (book) => [-moment(book.created_at), '', ''],
    opened: (book) => [-moment(book.last_opened), -moment(book.created_at), ''],
    progress: (book) => [-book.progress, titleKey(book), ''],
  };
  // Keys are computed once per book instead of per comparison.
  const keyed = books.map((book) => ({ book, key: keyOf[order](book) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ book }) => book);
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  if (a[2] !== b[2]) return a[2] < b[2] ? -1 : 1;
  return 0;
}

const moment = (at: string | null): number => (at === null ? 0 : Date.parse(at) || 0);

const titleKeys = new WeakMap<Book, string>();
const authorKeys = new WeakMap<Book, string>();

/** Articles are those of the title's language; where it is unknown, English ones and those of the app. */
function titleKey(book: Book): string {
  const language = titleLanguage(book);
  const languages = language ? [language] : ['en', globalThis.document?.documentElement.lang ?? ''];
  return cached(titleKeys, book, () => wordKey(sortTitle(book.title, languages)));
}

/** By last name. */
export function authorKey(book: Book): string {
  return cached(authorKeys, book, () =>
    wordKey(sortAuthor(book.author, book.author_sort).replace(/[\p{P}\s]+/gu, ' ')),
  );
}

/** The letter that a book is sorted under; '#' for digits and symbols. */
export function sortLetter(book: Book, order: 'title' | 'author'): string {
  const [letter = ''] = (order === 'title' ? titleKey : authorKey)(book).trim();
  return /\p{L}/u.test(letter) ? letter.toUpperCase() : '#';
}

/**
 * Normalized text: without case and accents, numbers padded. Compared by code unit,
 * which is about thirty times faster than Intl.Collator, with the same order for nearly all titles.
 */
function wordKey(text: string): string {
  return foldText(text).replace(/\d+/g, (digits) => digits.padStart(9, '0'));
}

function cached(keys: WeakMap<Book, string>, book: Book, make: () => string): string {
  const existing = keys.get(book);
  if (existing !== undefined) return existing;
  const key = make();
  keys.set(book, key);
  return key;
}

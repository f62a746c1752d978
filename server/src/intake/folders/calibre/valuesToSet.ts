import type { BookValues } from './bookValues.ts';

/** What a book had after an import: what differs since was changed by its reader. */
export interface ImportedValues {
  values: Partial<BookValues>;
  /** Whether calibre said that it was read. */
  isRead: boolean;
  /** Stamp of the picture in the library, and `cover_version` of the book with it. */
  cover: { stamp: string; version: number } | null;
  /** Names of its other formats that became files of the book; each becomes one once. */
  files?: string[];
}

type Name = keyof BookValues;

/** Values that are set together; the first says whether there is one. */
const groups: readonly (readonly [Name, ...Name[]])[] = [
  ['title', 'title_sort'],
  ['author', 'author_sort'],
  ['description'],
  ['genre'],
  ['tag_keys', 'tags'],
  ['language'],
  ['publisher'],
  ['published'],
  ['series', 'series_index'],
  ['isbn', 'isbn10', 'isbn13'],
  ['rating'],
];

interface Import {
  /** What calibre says now. */
  values: BookValues;
  /** What the last import has left; null for the first. */
  before: Partial<BookValues> | null;
  /** Whether the book was made by this import, so that nothing in it is the reader's. */
  isNew: boolean;
}

/**
 * Decides what a book gets from calibre: a new one everything that calibre says; another one what it lacks, and what
 * is still as the last import has left it.
 * @returns the changes, and what is to be remembered for the next import
 */
export function valuesToSet(
  book: BookValues,
  { values, before, isNew }: Import,
): { changes: Partial<BookValues>; imported: Partial<BookValues> } {
  const changes: Partial<BookValues> = {};
  const imported: Partial<BookValues> = { ...before };
  for (const group of groups) {
    const [first] = group;
    const own = ofGroup(group, book);
    const isFirst = isNew && before === null;
    if (isFirst) Object.assign(imported, own);
    if (isEmpty(values[first])) continue;
    const isImported = before !== null && first in before;
    const isFree =
      isFirst ||
      (isImported ? group.every((name) => book[name] === (before[name] ?? null)) : isEmpty(book[first]));
    if (!isFree) continue;
    const said = ofGroup(group, values);
    if (group.some((name) => book[name] !== values[name])) Object.assign(changes, said);
    Object.assign(imported, said);
  }
  return { changes, imported };
}

const isEmpty = (value: unknown) => value === null || value === '';

const ofGroup = (group: readonly Name[], from: BookValues): Partial<BookValues> =>
  Object.fromEntries(group.map((name) => [name, from[name]]));

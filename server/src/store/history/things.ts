import type { BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { BookDetails } from '@lectern/shared-contracts/api/books.ts';
import type { Tables } from '../schema.ts';

/** Rows that are deleted with a thing, and restored with it. */
export interface Part {
  table: keyof Tables;
  /** The column with the id of the thing. */
  key: string;
  /** Another table on which its rows depend, with the column. */
  needs?: readonly [column: string, table: keyof Tables];
  /** Only this column: the rows stay, and forget the thing. */
  only?: 'id';
  /** Rows that are kept as one; rows with long texts are few. */
  atOnce?: number;
}

export interface Thing {
  kind: BinKind;
  table: keyof Tables;
  /** Columns with its texts: changing them makes a version. */
  texts: readonly string[];
  /** Columns for its book, and for the bytes of its files. */
  book?: 'book_id' | 'id';
  fileBytes?: string;
  /** The thing with which it is deleted. */
  of?: readonly [column: string, table: keyof Tables];
  parts: readonly Part[];
}

const ofBook = (table: keyof Tables, more: Partial<Part> = {}): Part => ({ table, key: 'book_id', ...more });
const bookOf = ['book_id', 'books'] as const;

/** All that readers make and can delete. The triggers, the bin and the versions are derived from this table. */
export const things: readonly Thing[] = [
  {
    kind: 'book',
    table: 'books',
    texts: [...Object.keys(BookDetails.properties), 'tags'],
    book: 'id',
    fileBytes:
      'file_size + OLD.extra_bytes + (select coalesce(sum(file_size + extra_bytes), 0) from book_files where book_id = OLD.id)',
    parts: [
      ofBook('book_contents'),
      ofBook('spine_items', { atOnce: 500 }),
      ofBook('resources', { atOnce: 500 }),
      ofBook('passages', { atOnce: 500 }),
      ofBook('book_digests'),
      ofBook('book_files', { atOnce: 1 }),
      ofBook('progress'),
      ofBook('position_history'),
      ofBook('notes'),
      ofBook('highlights'),
      ofBook('bookmarks'),
      ofBook('form_values'),
      ofBook('readings'),
      ofBook('page_times', { atOnce: 500 }),
      ofBook('device_highlights'),
      ofBook('collection_books', { needs: ['collection_id', 'collections'] }),
      ofBook('looked_up_words', { only: 'id', atOnce: 500 }),
    ],
  },
  {
    kind: 'note',
    table: 'notes',
    texts: ['title', 'content', 'tags'],
    book: 'book_id',
    of: bookOf,
    parts: [],
  },
  { kind: 'highlight', table: 'highlights', texts: ['note'], book: 'book_id', of: bookOf, parts: [] },
  { kind: 'bookmark', table: 'bookmarks', texts: [], book: 'book_id', of: bookOf, parts: [] },
  {
    kind: 'collection',
    table: 'collections',
    texts: ['name', 'description', 'rule'],
    parts: [{ table: 'collection_books', key: 'collection_id', needs: bookOf, atOnce: 500 }],
  },
  { kind: 'session', table: 'reading_sessions', texts: [], book: 'book_id', parts: [] },
  {
    kind: 'conversation',
    table: 'conversations',
    texts: [],
    parts: [{ table: 'messages', key: 'conversation_id' }],
  },
  { kind: 'word', table: 'looked_up_words', texts: [], book: 'book_id', parts: [] },
  { kind: 'reading', table: 'readings', texts: [], book: 'book_id', of: bookOf, parts: [] },
  { kind: 'goal', table: 'goals', texts: [], parts: [] },
  { kind: 'row', table: 'part_rows', texts: ['content'], parts: [] },
  {
    kind: 'file',
    table: 'book_files',
    texts: [],
    book: 'book_id',
    fileBytes: 'file_size + OLD.extra_bytes',
    of: bookOf,
    parts: [],
  },
];

/** Days that something stays in the bin, and versions are kept; less for books and files, whose bytes count. */
export const keptDays = { usual: 90, book: 30 } as const;

/** Rows of a part that are kept as one. */
export const usuallyAtOnce = 20;

export const thingOf = (kind: string): Thing => {
  const thing = things.find((one) => one.kind === kind);
  if (thing === undefined) throw new Error(`No kind of thing is ${kind}`);
  return thing;
};

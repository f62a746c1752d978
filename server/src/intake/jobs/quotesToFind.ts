import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';
import { type Selectable, sql } from 'kysely';
import { isOtherLanguage } from '../../library/books/bookFiles.ts';
import type { Db } from '../../store/db.ts';
import { thingOf } from '../../store/history/things.ts';
import type { Tables } from '../../store/schema.ts';
import type { TextQuote } from '../ingest/ingestedBook.ts';

/** Length of the quote that locates a place without text of its own. */
const placeWords = 120;

/** A place in a book, with the text to find it by in another file. */
export interface StoredPlace {
  /** Identifies row and column. */
  key: string;
  position: Locator | null;
  /** One-based page or position; null when the row has none. */
  page: number | null;
  /** The marked text; null for a position only. */
  words: string | null;
  /** 0..100; 0 when the row has none. */
  percentage: number;
  /** Its entry, when it was deleted. */
  inBin?: number;
}

/** The stored text of a chapter or page. */
interface KnownPassage {
  target: number;
  fraction: number;
  text: string;
}

type PlaceTable = 'highlights' | 'notes' | 'bookmarks' | 'looked_up_words' | 'progress' | 'position_history';

/** All positions and annotations of a book, also those in the bin. */
export async function placesIn(db: Db, bookId: string): Promise<StoredPlace[]> {
  const rowsOf = async <T extends PlaceTable>(table: T) => {
    const rows = db
      .selectFrom(table as 'notes')
      .selectAll()
      .where('book_id', '=', bookId);
    return (await rows.execute()) as unknown as Selectable<Tables[T]>[];
  };
  const placeOf = (
    key: string,
    { position, page = null, current_page, percentage = 0 }: Row,
    words: string | null = null,
  ): StoredPlace => ({
    key,
    position: position === null ? null : (JSON.parse(position) as Locator),
    page: current_page ?? page,
    words,
    percentage,
  });
  const present = [
    ...(await rowsOf('highlights')).map((row) => placeOf(`highlights ${row.id}`, row, row.text)),
    ...(await rowsOf('notes'))
      .filter(({ page, position }) => page !== null || position !== null)
      .map((row) => placeOf(`notes ${row.id}`, row)),
    ...(await rowsOf('bookmarks')).map((row) => placeOf(`bookmarks ${row.id}`, row)),
    ...(await rowsOf('looked_up_words'))
      .filter(({ position }) => position !== null)
      .map((row) => placeOf(`looked_up_words ${row.id}`, row, row.sentence ?? row.word)),
    ...(await rowsOf('progress')).map((row) => placeOf('progress', row)),
    ...(await rowsOf('position_history')).map((row) => placeOf(`position_history ${row.id}`, row)),
  ];
  const keys = new Set(present.map(({ key }) => key));
  const deleted = (await marksInBin(db, bookId)).map(({ id, table, row }) => ({
    ...placeOf(`${table} ${row.id}`, row, row.text ?? row.sentence ?? row.word),
    inBin: id,
  }));
  return [...present, ...deleted.filter(({ key }) => !keys.has(key))];
}

const markKinds = ['highlight', 'note', 'bookmark', 'word'] as const;

/** Marks of a book that were deleted, with a place. */
async function marksInBin(db: Db, bookId: string) {
  const entries = await db
    .selectFrom('row_history')
    .select(['id', 'thing', 'row'])
    .where('user_id', '=', (books) => books.selectFrom('books').select('user_id').where('id', '=', bookId))
    .where('book_id', '=', bookId)
    .where('event', '=', sql.lit('deleted'))
    .where('with_id', 'is', null)
    .where('thing', 'in', markKinds)
    .execute();
  return entries
    .map(({ id, thing, row }) => ({
      id,
      table: thingOf(thing).table,
      row: JSON.parse(row) as Row & { id: string; text?: string; sentence?: string | null; word?: string },
    }))
    .filter(({ row: { position, page = null } }) => page !== null || position !== null);
}

/** What the rows have of a place. */
interface Row {
  position: string | null;
  page?: number | null;
  current_page?: number;
  percentage?: number;
}

/** What to search for in the new file. */
export async function quotesToFind(
  db: Db,
  book: { id: string },
): Promise<{ quotes: TextQuote[]; places: ReadonlyMap<string, StoredPlace> }> {
  const places = await placesIn(db, book.id);
  if (places.length === 0) return { quotes: [], places: new Map() };
  const passages = await db
    .selectFrom('passages')
    .select(['target', 'fraction', 'text'])
    .where('book_id', '=', book.id)
    .orderBy('seq')
    .execute();
  const lengths = passages.map(({ text }) => text.length);
  const quotes = places.flatMap((place): TextQuote[] => {
    const { key, position, words } = place;
    const { exact = '', prefix = '', suffix = '' } = position?.quote ?? {};
    const at = passageAt(passages, place);
    const share = shareBefore(lengths, at);
    const wanted = words ?? (exact === '' ? (passages[at]?.text.slice(0, placeWords) ?? '') : exact);
    return wanted === '' ? [] : [{ key, words: wanted, before: prefix, after: suffix, share }];
  });
  return { quotes, places: new Map(places.map((place) => [place.key, place])) };
}

export type Quotes = Awaited<ReturnType<typeof quotesToFind>>;

/** What to search for in a file of a language: in another one, only those words that the book's file does not have. */
export async function quotesInLanguage(
  db: Db,
  book: { id: string; language: string | null },
  language: string | null,
): Promise<Quotes> {
  const all = await quotesToFind(db, book);
  if (!isOtherLanguage(book.language, language)) return all;
  const quotes = all.quotes.filter(({ key }) => isUnplaced(all.places.get(key)?.position ?? null));
  return { ...all, quotes };
}

/** Index of the passage at a place, else of the first one of its chapter or page; -1 when there is none. */
function passageAt(passages: readonly KnownPassage[], { position, page }: StoredPlace): number {
  const target = position?.spine_index ?? position?.page ?? page;
  const fraction = position?.fraction ?? 0;
  const first = passages.findIndex((passage) => passage.target === target);
  const last = passages.findLastIndex((passage) => passage.target === target && passage.fraction <= fraction);
  return Math.max(first, last);
}

/** Share of the text before a passage, 0..1. */
function shareBefore(lengths: readonly number[], index: number): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(lengths.slice(0, Math.max(0, index))) / Math.max(1, sum(lengths));
}

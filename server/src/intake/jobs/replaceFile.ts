import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';
import { percentageAt, positionAt } from '@lectern/shared-contracts/domain/books/positions.ts';
import type { Updateable } from 'kysely';
import { changeBook } from '../../library/books/changeBook.ts';
import { ownBookWithFile } from '../../library/books/ownBook.ts';
import type { KeptPlaces } from '../../library/books/placeState.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import { scheduleBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import { changeRows, listRows } from '../../store/rows.ts';
import type { BookmarksTable, BookRow, NewBook } from '../../store/schema.ts';
import type { IngestedBook, QuoteLocation } from '../ingest/ingestedBook.ts';
import { keptPlace } from './keptPlaces.ts';
import { placesIn, type StoredPlace } from './quotesToFind.ts';

/**
 * The book whose file an upload replaces.
 * @throws AppError not_found when it was deleted meanwhile
 */
export const bookToReplace = async (
  db: Db,
  { replaces, user_id }: { replaces: string | null; user_id: string },
): Promise<(BookRow & { format: 'epub' | 'pdf' }) | null> =>
  replaces === null ? null : ownBookWithFile(db, user_id, replaces);

/**
 * Removes the data of the old file, and schedules its blobs for deletion.
 * @param keepsFile whether these stay, since it is one of the further files
 */
export async function removeOldParts(
  trx: Db,
  book: BookRow,
  { now, keepsFile }: { now: Date; keepsFile: boolean },
): Promise<void> {
  for (const table of ['book_contents', 'spine_items', 'resources', 'passages'] as const)
    await trx.deleteFrom(table).where('book_id', '=', book.id).execute();
  if (!keepsFile) await scheduleBlobDeletes(trx, blobKeys.ofFile(book), now);
}

/** The file in which places are searched for: one just read, or one that is stored. */
export type NewFile = Pick<IngestedBook, 'format' | 'page_count' | 'spine' | 'passages' | 'found'>;

export interface Relocation {
  /** The places that `found` of the file refers to. */
  quotes: ReadonlyMap<string, StoredPlace>;
  /** Places that are known from before. */
  kept?: KeptPlaces;
  /** Where the file is in another language: the file that has the words. */
  wordsIn?: string | null;
  /** The file that is read from now on. */
  fileId?: string;
  /** New ids of files that have the words of places. */
  newIds?: ReadonlyMap<string, string>;
}

/**
 * Moves all positions and annotations of a book to its new file: to where their text is found, or by page where the
 * text is unknown. Annotations that cannot be placed keep their text without a position. In another language only
 * the share of the book counts.
 * @returns the changed areas
 */
export async function relocatePlaces(
  trx: Db,
  book: BookRow,
  file: NewFile,
  { quotes, kept = {}, wordsIn = null, fileId, newIds = new Map() }: Relocation,
  now: Date,
): Promise<ChangeArea[]> {
  const isAlike = book.format === file.format && wordsIn === null;
  const changed = new Set<ChangeArea>();
  const bookmarks: { id: string; page: number; position: string | null }[] = [];
  // The file that is read does not have the words, as has been seen.
  const fileOf = ({ position }: StoredPlace) => {
    const id = position?.file_id;
    return id === undefined || id === fileId ? null : (newIds.get(id) ?? id);
  };
  for (const place of await placesIn(trx, book.id)) {
    const searched = quotes.get(place.key);
    // Annotations changed during the ingest were not searched for.
    const isCurrent =
      searched !== undefined && JSON.stringify(searched.position) === JSON.stringify(place.position);
    const location = isCurrent ? file.found?.[place.key] : undefined;
    const next =
      keptPlace(kept, place) ??
      (location
        ? placeFound(file, location, place, isAlike)
        : (place.words === null && !isUnplaced(place.position)) || (isAlike && hasNoWords(file, place))
          ? placeByShare(file, book, place, isAlike)
          : unlocatedPlace(place, isUnplaced(place.position) ? fileOf(place) : wordsIn));
    const [table = '', id = ''] = place.key.split(' ');
    if (place.inBin !== undefined) await storeInBin(trx, place.inBin, next);
    else if (table === 'bookmarks')
      bookmarks.push({ id, page: next.page ?? 1, position: jsonOf(next.position) });
    else changed.add(await storePlace(trx, { book, file }, { table, id }, next, now));
  }
  if (bookmarks.length > 0) changed.add(await storeBookmarks(trx, bookmarks, now));
  return [...changed];
}

interface NewPlace {
  position: Locator | null;
  page: number | null;
  /** 0..100 */
  percentage: number;
}

/** @param isAlike whether both files have the same format */
function placeFound(
  file: NewFile,
  location: QuoteLocation,
  { position, words }: StoredPlace,
  isAlike: boolean,
): NewPlace {
  const { target, fraction, parts = [] } = location;
  const quote = position?.quote ?? (words === null ? undefined : { exact: words.slice(0, 4_000) });
  const quoted = quote ? { quote } : {};
  if (file.format === 'pdf') {
    const [first, ...others] = parts;
    const isMark = words !== null && first !== undefined;
    const page = isMark ? first.page : target;
    const place: Locator = isMark
      ? { page, rects: first.rects, ...(others.length > 0 ? { continued: others } : {}), ...quoted }
      : { page, fraction: words === null && isAlike ? (position?.fraction ?? 0) : fraction, ...quoted };
    return { position: place, page, percentage: percentOf(page, file.page_count) };
  }
  const item = file.spine[target];
  return {
    position: { spine_index: target, fraction, ...quoted },
    page: item ? positionAt(item, fraction) : null,
    percentage: item ? percentageAt(item, fraction, file.page_count) : 0,
  };
}

/** Whether the text of the page is unknown, as on a scanned page. */
function hasNoWords({ format, page_count, passages }: NewFile, { position, page }: StoredPlace): boolean {
  const number = position?.page ?? page;
  if (format !== 'pdf' || number === null || number > page_count) return false;
  return !passages.some(({ target }) => target === number);
}

/** The same page if the page counts match; otherwise the same share of the book. */
function placeByShare(
  { format, page_count, spine }: NewFile,
  before: { page_count: number },
  { position, page, words }: StoredPlace,
  isAlike: boolean,
): NewPlace {
  const old = page ?? position?.page ?? 1;
  const last = Math.max(1, page_count);
  const isSame = words !== null || before.page_count === page_count || before.page_count === 0;
  const wanted = isSame ? old : Math.round(((old - 1) / before.page_count) * last) + 1;
  const next = Math.min(last, Math.max(1, wanted));
  const percentage = percentOf(next, page_count);
  if (format === 'pdf')
    return { position: { ...(isAlike ? position : {}), page: next }, page: next, percentage };
  const index = spine.findLastIndex(({ first_position }) => first_position <= next);
  const item = spine[index];
  const fraction = item ? (next - item.first_position) / Math.max(1, item.positions) : 0;
  return { position: item ? { spine_index: index, fraction } : null, page: next, percentage };
}

/** Keeps the text only, which a later file may contain again. */
function unlocatedPlace({ position, words }: StoredPlace, file_id: string | null): NewPlace {
  const quote = position?.quote ?? { exact: (words ?? '').slice(0, 4_000) };
  return { position: { quote, ...(file_id ? { file_id } : {}) }, page: null, percentage: 0 };
}

const percentOf = (page: number, pages: number) =>
  pages > 0 ? Math.min(100, Math.round((page / pages) * 10_000) / 100) : 0;

async function storePlace(
  trx: Db,
  { book, file }: { book: BookRow; file: NewFile },
  { table, id }: { table: string; id: string },
  { position, page, percentage }: NewPlace,
  now: Date,
): Promise<ChangeArea> {
  const json = jsonOf(position);
  const current_page = page ?? 1;
  const place = { position: json, current_page, total_pages: file.page_count, percentage };
  if (table === 'highlights' || table === 'notes') {
    const change = { position: json, page, updated_at: now.toISOString() };
    await trx.updateTable(table).set(change).where('id', '=', id).execute();
    return table;
  }
  if (table === 'looked_up_words') {
    await trx.updateTable('looked_up_words').set({ position: json }).where('id', '=', id).execute();
    return 'words';
  }
  if (table === 'position_history')
    await trx.updateTable('position_history').set(place).where('id', '=', id).execute();
  else {
    const progress = { ...place, return_to: null };
    await trx.updateTable('progress').set(progress).where('book_id', '=', book.id).execute();
    await changeBook(trx, book.id, { current_page });
  }
  return 'places';
}

async function storeInBin(trx: Db, id: number, { position, page }: NewPlace): Promise<void> {
  const [entry] = await listRows(trx, 'row_history', { id }, ['thing', 'row']);
  if (entry === undefined) return;
  // A bookmark needs a page; the next free one is found when it is restored.
  const paged = entry.thing === 'word' ? {} : { page: entry.thing === 'bookmark' ? (page ?? 1) : page };
  const row = JSON.stringify({ ...JSON.parse(entry.row), position: jsonOf(position), ...paged });
  await changeRows(trx, 'row_history', { id }, { row });
}

/** Bookmarks are unique per page: when two fall on the same page, the later one moves to the next free page. */
async function storeBookmarks(
  trx: Db,
  bookmarks: readonly { id: string; page: number; position: string | null }[],
  now: Date,
): Promise<ChangeArea> {
  const usedPages = new Set<number>();
  const placed = bookmarks
    .toSorted((a, b) => a.page - b.page)
    .map((bookmark) => {
      let { page } = bookmark;
      while (usedPages.has(page)) page++;
      usedPages.add(page);
      return { ...bookmark, page };
    });
  const update = (id: string, change: Updateable<BookmarksTable>) =>
    trx.updateTable('bookmarks').set(change).where('id', '=', id).execute();
  // First move all of them away from their targets.
  for (const [index, { id }] of placed.entries()) await update(id, { page: -1 - index });
  for (const { id, page, position } of placed)
    await update(id, { page, position, updated_at: now.toISOString() });
  return 'bookmarks';
}

const jsonOf = (position: Locator | null): string | null =>
  position === null ? null : JSON.stringify(position);

/** Columns that come from the file and cannot be changed by the user. */
export const fileColumns = (file: NewBook) => ({
  sha256: file.sha256,
  format: file.format,
  source_format: file.source_format ?? null,
  file_name: file.file_name,
  file_size: file.file_size,
  extra_bytes: file.extra_bytes,
  pack_digest: file.pack_digest ?? null,
  page_count: file.page_count,
  word_count: file.word_count,
  layout: file.layout,
  direction: file.direction,
  opf: file.opf,
  accessibility: file.accessibility,
  file_notes: file.file_notes,
  updated_at: file.updated_at,
});

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { percentageAt, positionAt } from '@lectern/shared-contracts/domain/books/positions.ts';
import type { Db } from '../../store/db.ts';
import { findRow } from '../../store/rows.ts';
import type { BookRow, SpineItemsTable } from '../../store/schema.ts';
import type { Originals } from './originals.ts';
import type { Fragments, OriginalChapter } from './readOriginal.ts';
import { offsetOfXPointer, parseXPointer, type XPointer, xPointerAt } from './resolveXPointer.ts';
import { collapsed, wordPattern } from './words.ts';

export type PlacedBook = Pick<BookRow, 'id' | 'file_id' | 'format' | 'source_format' | 'page_count'>;
export interface PlaceParts {
  originals: Originals;
  db: Db;
}

/** A position in a book as stored. */
export interface BookPlace {
  position: Locator;
  current_page: number;
  /** 0..100. */
  percentage: number;
  /** False when only the chapter was found, and the position in it is an estimate. */
  isExact: boolean;
}

/** A position in the terms of a KOReader device. */
export interface DevicePlace {
  /** XPointer of an EPUB, page of a PDF. */
  progress: string;
  /** 0..1. */
  percentage: number;
}

/** Characters of quoted text, and of context on either side. */
const quoted = 80;
const context = 32;

/** Converts a device's position; null when it is not in this book. */
export async function placeOfDevice(
  parts: PlaceParts,
  book: PlacedBook,
  reported: DevicePlace,
): Promise<BookPlace | null> {
  if (book.format === 'pdf') return placeOfPage(book, reported);
  // The device reads another file than the EPUB that was made of it, so only the percentage means the same.
  if (book.source_format !== null) return placeOfShare(parts, book, reported.percentage);
  const pointer = parseXPointer(reported.progress);
  if (pointer === null) return null;
  const fragments = await parts.originals.fragments(book);
  const exact = await findPlace(parts, book, fragments, pointer);
  const spineIndex = exact?.spineIndex ?? fragmentOf(fragments, pointer);
  const item = spineIndex === null ? undefined : await spineItem(parts.db, book.id, spineIndex);
  if (spineIndex === null || item === undefined) return null;
  if (exact) return placeAt(book, item, exact.chapter, exact.offset, reported.percentage);
  // Percentages differ between rendering engines, so this one is used within the named chapter only.
  const share =
    (reported.percentage * book.page_count - (item.first_position - 1)) / Math.max(1, item.positions);
  const fraction = Math.min(1, Math.max(0, share));
  const chapter = await parts.originals.chapter(book, spineIndex);
  const length = chapter?.servedText.length ?? 0;
  const place = placeAt(book, item, chapter, Math.floor(fraction * length), reported.percentage);
  return { ...place, ...(length === 0 ? withFraction(book, item, fraction) : {}), isExact: false };
}

/**
 * The position at an offset of a chapter; null when there is no such chapter.
 * @param offsetIn finds the offset in the served text; null when it is not there
 */
export async function placeInChapter(
  { originals, db }: PlaceParts,
  book: PlacedBook,
  spineIndex: number,
  offsetIn: (chapter: OriginalChapter) => number | null,
): Promise<BookPlace | null> {
  const item = await spineItem(db, book.id, spineIndex);
  if (item === undefined) return null;
  const chapter = await originals.chapter(book, spineIndex);
  const offset = chapter && offsetIn(chapter);
  return { ...placeAt(book, item, chapter, offset ?? 0, 0), isExact: offset !== null };
}

/** Estimates the position at a share of the whole book, 0..1. Null for a book without pages. */
export async function placeOfShare(
  { db }: PlaceParts,
  book: PlacedBook,
  share: number,
): Promise<BookPlace | null> {
  const percentage = Math.round(share * 10_000) / 100;
  const page = Math.min(book.page_count, Math.floor(share * book.page_count) + 1);
  if (book.page_count < 1) return null;
  if (book.format === 'pdf') return { position: { page }, current_page: page, percentage, isExact: false };
  const at = await chapterOf(db, book, { current_page: page, position: null });
  const position = at && { spine_index: at.spineIndex, fraction: at.fraction ?? 0, page };
  return position && { position, current_page: page, percentage, isExact: false };
}

/** Converts a position for a device; null when that is not possible. */
export async function deviceProgressOf(
  parts: PlaceParts,
  book: PlacedBook,
  place: { current_page: number; position: Locator | null },
): Promise<string | null> {
  if (book.format === 'pdf') return String(Math.max(1, place.position?.page ?? place.current_page));
  if (book.source_format !== null) return null;
  const at = await chapterOf(parts.db, book, place);
  if (at === null) return null;
  const fragment = (await parts.originals.fragments(book)).indexOf(at.spineIndex) + 1;
  if (fragment === 0) return null;
  const chapter = await parts.originals.chapter(book, at.spineIndex);
  if (chapter === null) return `/body/DocFragment[${fragment}]/body.0`;
  return xPointerAt(chapter.texts, offsetIn(chapter, at.fraction, place.position), fragment);
}

function placeOfPage(book: PlacedBook, { progress }: DevicePlace): BookPlace | null {
  if (!/^\d{1,7}$/.test(progress)) return null;
  const last = Math.max(1, book.page_count);
  const page = Math.min(last, Math.max(1, Number(progress)));
  const percentage = Math.round((page / last) * 10_000) / 100;
  return { position: { page }, current_page: page, percentage, isExact: true };
}

/** crengine counts all items of the spine, since 2024 also those that are not XHTML. */
const fragmentOf = (fragments: Fragments, pointer: XPointer): number | null =>
  fragments[pointer.kind === 'id' ? pointer.fragment : pointer.fragment - 1] ?? null;

async function findPlace(
  { originals }: Pick<PlaceParts, 'originals'>,
  book: PlacedBook,
  fragments: Fragments,
  pointer: XPointer,
): Promise<{ spineIndex: number; chapter: OriginalChapter; offset: number } | null> {
  const spineIndex = fragmentOf(fragments, pointer);
  const chapter = spineIndex === null ? null : await originals.chapter(book, spineIndex);
  const offset = chapter && offsetOfXPointer(chapter.body, pointer);
  return spineIndex === null || chapter === null || offset === null ? null : { spineIndex, chapter, offset };
}

async function spineItem(db: Db, bookId: string, spineIndex: number): Promise<SpineItemsTable | undefined> {
  return findRow(db, 'spine_items', { book_id: bookId, idx: spineIndex });
}

function placeAt(
  book: PlacedBook,
  item: SpineItemsTable,
  chapter: OriginalChapter | null,
  offset: number,
  /** 0..1, as the device counts. */
  fractionOnDevice: number,
): BookPlace {
  const text = chapter?.servedText ?? '';
  const fraction = text.length === 0 ? 0 : Math.min(1, offset / text.length);
  const quote = collapsed(text.slice(offset, offset + quoted));
  const prefix = collapsed(text.slice(Math.max(0, offset - context), offset));
  const place = withFraction(book, item, fraction);
  const isEnd = fractionOnDevice >= 1 && item.first_position + item.positions > book.page_count;
  return {
    ...place,
    ...(isEnd ? { current_page: book.page_count, percentage: 100 } : {}),
    position: {
      ...place.position,
      ...(quote ? { quote: { exact: quote, ...(prefix ? { prefix } : {}) } } : {}),
    },
    isExact: true,
  };
}

function withFraction(book: PlacedBook, item: SpineItemsTable, fraction: number) {
  const page = positionAt(item, fraction);
  return {
    position: { spine_index: item.idx, fraction, page } satisfies Locator,
    current_page: page,
    percentage: percentageAt(item, fraction, book.page_count),
  };
}

/** The chapter of a stored position and the place in it; by page only for old clients. */
async function chapterOf(
  db: Db,
  book: PlacedBook,
  { current_page, position }: { current_page: number; position: Locator | null },
): Promise<{ spineIndex: number; fraction: number | null } | null> {
  const spineIndex = position?.spine_index ?? spineIndexOfCfi(position?.cfi);
  if (spineIndex !== null) return { spineIndex, fraction: position?.fraction ?? null };
  const page = position?.page ?? current_page;
  const item = await db
    .selectFrom('spine_items')
    .selectAll()
    .where('book_id', '=', book.id)
    .where('first_position', '<=', Math.max(1, page))
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (item === undefined) return null;
  const fraction = Math.max(0, page - item.first_position) / Math.max(1, item.positions);
  return { spineIndex: item.idx, fraction: Math.min(1, fraction) };
}

/** `epubcfi(/6/14!…`: the second step is twice the one-based index in the spine. */
export function spineIndexOfCfi(cfi: string | undefined): number | null {
  const [, step] = /^epubcfi\(\/\d+\/(\d+)/.exec(cfi ?? '') ?? [];
  return step === undefined ? null : Math.max(0, Number(step) / 2 - 1);
}

/** The offset of a stored position: by fraction, corrected by its quoted text. */
function offsetIn(
  { servedText }: OriginalChapter,
  fraction: number | null,
  position: Locator | null,
): number {
  const near = Math.round((fraction ?? 0) * servedText.length);
  const pattern = wordPattern(position?.quote?.exact ?? '', 6, 'gu');
  if (pattern === null) return near;
  pattern.lastIndex = Math.max(0, near - 2);
  // The text is found at the fraction itself, except for white space, so nothing has moved.
  const here = pattern.exec(servedText);
  if (here && here.index - near <= 2) return here.index;
  let best: number | null = here?.index ?? null;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(servedText); match && match.index < near; match = pattern.exec(servedText))
    if (best === null || near - match.index < Math.abs(best - near)) best = match.index;
  return best ?? near;
}

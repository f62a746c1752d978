import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import type { Selectable } from 'kysely';
import { isTooComplex } from '../../http/bodies/json.ts';
import { spineOf } from '../../library/books/ownBook.ts';
import { chunks } from '../../run/common/chunks.ts';
import type { Services } from '../../run/services/services.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import type { BooksTable } from '../../store/schema.ts';
import { bookOfDocument } from '../kosync/syncDocuments.ts';
import { type BookPlace, placeInChapter, placeOfDevice } from '../xpointer/bookPlaces.ts';
import { collapsed, wordPattern } from '../xpointer/words.ts';
import { deletedHighlights, highlightIdOf, recordImported } from './deviceHighlights.ts';

type HighlightServices = Pick<Services, 'db' | 'engine' | 'originals' | 'liveEvents' | 'now'>;
type Book = Selectable<BooksTable>;

/** KOReader's colors, mapped to the nearest of ours. */
const colors: Readonly<Record<string, HighlightColor>> = {
  red: 'pink',
  orange: 'yellow',
  yellow: 'yellow',
  olive: 'green',
  green: 'green',
  cyan: 'blue',
  blue: 'blue',
  purple: 'purple',
};
/** A position in a book; `isAtPointer` when the text was found at the XPointer from the device. */
type EntryPlace = BookPlace & { isAtPointer?: boolean };
const maxQuoteLength = 4_000;
/** Words used to search for a passage. */
const maxWords = 12;
/** Chapters read per import when positions do not match, and their characters together. */
const importBudget = { chapters: 2_000, characters: 100_000_000 };
type Budget = typeof importBudget;

/**
 * Imports highlights from a KOReader export into the matching books. Highlights with the same text are skipped, so
 * that an export can be sent again.
 * @param onlyBook the only book to import into; null for all
 * @returns the number of new highlights
 */
export async function importHighlights(
  services: HighlightServices,
  userId: string,
  file: Buffer,
  onlyBook: string | null = null,
): Promise<number> {
  let added = 0;
  const budget = { ...importBudget };
  for (const document of parseExport(file)) {
    // A file may name thousands of books.
    await yieldToOthers();
    const book = await bookOf(services, userId, document);
    if (book && (onlyBook === null || book.id === onlyBook))
      added += await importDocument(services, userId, book, document.entries, budget);
  }
  return added;
}

/** Finds the book by file name, else by title and author when they are unique. */
async function bookOf(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { file, title, author }: ExportedDocument,
): Promise<Book | undefined> {
  const name = file?.split('/').at(-1);
  if (name) {
    const digest = createHash('md5').update(name).digest('hex');
    const byDigest = await bookOfDocument(db, userId, digest);
    if (byDigest) return byDigest;
  }
  if (title === null) return undefined;
  let books = db.selectFrom('books').selectAll().where('user_id', '=', userId).where('title', '=', title);
  books = books.where('format', '!=', 'none');
  if (author !== null) books = books.where('author', '=', author);
  const matches = await books.limit(2).execute();
  return matches.length === 1 ? matches[0] : undefined;
}

async function importDocument(
  services: HighlightServices,
  userId: string,
  book: Book,
  entries: readonly ExportedEntry[],
  budget: Budget,
): Promise<number> {
  // Books are read outside of the transaction.
  const fresh: PlacedEntry[] = [];
  for (const entry of await newEntries(services.db, userId, book.id, entries))
    fresh.push({ entry, place: await placeOf(services, book, entry, budget) });
  if (fresh.length === 0) return 0;
  const now = services.now().toISOString();
  const rows = fresh.map((placed) => highlightRow(userId, book.id, placed, now));
  return changeAndNotify(services, userId, ['highlights'], async (db) => {
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row.text, row.note, row.position), 0);
    await requireRoom(db, userId, 'highlights', { rows: rows.length, bytes });
    for (const some of chunks(rows, 200))
      await db
        .insertInto('highlights')
        .values(some)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    await recordImported(
      db,
      rows.map(({ id, created_at }, index) => ({
        highlight_id: id,
        user_id: userId,
        book_id: book.id,
        starts: fresh[index]?.place?.isAtPointer ? (fresh[index]?.entry.place ?? null) : null,
        taken_at: now,
        marked_at: created_at,
      })),
    );
    return rows.length;
  });
}

interface PlacedEntry {
  entry: ExportedEntry;
  place: EntryPlace | null;
}

/** The entries without those whose text is highlighted already, or was deleted here since, or comes twice. */
async function newEntries(
  db: Services['db'],
  userId: string,
  bookId: string,
  entries: readonly ExportedEntry[],
): Promise<ExportedEntry[]> {
  const existing = await db
    .selectFrom('highlights')
    .select('text')
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .execute();
  const knownTexts = new Set(existing.map(({ text }) => collapsed(text)));
  const deleted = await deletedHighlights(db, userId, bookId);
  return entries.filter(({ text, time }) => {
    if (knownTexts.has(collapsed(text)) || deleted.has(text, time)) return false;
    knownTexts.add(collapsed(text));
    return true;
  });
}

function highlightRow(userId: string, bookId: string, { entry, place }: PlacedEntry, now: string) {
  const { text, note, color, drawer, time } = entry;
  const made = new Date(Math.min(time * 1_000, Date.parse(now))).toISOString();
  const quote = { exact: collapsed(text).slice(0, maxQuoteLength) };
  const prefix = place?.position.quote?.prefix;
  const position = { ...place?.position, quote: prefix ? { ...quote, prefix } : quote };
  return {
    id: highlightIdOf(userId, bookId, text),
    user_id: userId,
    book_id: bookId,
    text,
    color: colors[color] ?? 'yellow',
    style: drawer === 'underscore' ? 'underline' : 'highlight',
    page: place?.current_page ?? null,
    position: JSON.stringify(position),
    note,
    changed_by: null,
    created_at: time > 0 ? made : now,
    updated_at: now,
  };
}

/**
 * The position by XPointer or page, when the text is found there; else where the text is found; else null.
 * @param budget what may still be read, counted down
 */
async function placeOf(
  services: HighlightServices,
  book: Book,
  entry: ExportedEntry,
  budget: Budget,
): Promise<EntryPlace | null> {
  const reported =
    entry.place === null
      ? null
      : await placeOfDevice(services, book, { progress: entry.place, percentage: 0 });
  if (book.format !== 'epub') return reported;
  const begins = collapsed(reported?.position.quote?.exact ?? '');
  const words = collapsed(entry.text);
  const isThere = begins !== '' && (words.startsWith(begins) || begins.startsWith(words));
  if (reported?.isExact && isThere) return { ...reported, isAtPointer: true };
  const pattern = wordPattern(words, maxWords);
  if (pattern === null || isUsedUp(budget)) return null;
  const named = reported?.position.spine_index;
  const items = await spineOf(services.db, book.id);
  const indexes = items.map(({ idx }) => idx);
  // The named chapter first.
  const order = named === undefined ? indexes : [named, ...indexes.filter((index) => index !== named)];
  for (const index of order) {
    if (isUsedUp(budget)) return null;
    await yieldToOthers();
    const chapter = await services.originals.chapter(book, index);
    budget.chapters -= 1;
    budget.characters -= chapter?.servedText.length ?? 0;
    const at = chapter && pattern.exec(chapter.servedText)?.index;
    if (at !== null && at !== undefined) return placeInChapter(services, book, index, () => at);
  }
  return null;
}

const isUsedUp = ({ chapters, characters }: Budget) => chapters <= 0 || characters <= 0;

/** A highlight in a KOReader export. */
interface ExportedEntry {
  text: string;
  note: string | null;
  color: string;
  drawer: string;
  /** Seconds since 1970; 0 when unknown. */
  time: number;
  /** XPointer of its start, or the page of a PDF. */
  place: string | null;
}

interface ExportedDocument {
  title: string | null;
  author: string | null;
  /** Path of the file on the device. */
  file: string | null;
  entries: ExportedEntry[];
}

/** Limits on the size of an export, and on its content. */
const limits = {
  bytes: 8_000_000,
  values: 500_000,
  documents: 1_000,
  entries: 20_000,
  characters: 20_000,
  note: 20_000,
};

type Loose = Readonly<Record<string, unknown>>;

/** Parses a JSON file of KOReader's exporter, with one or more books; empty for other files. */
function parseExport(file: Buffer): ExportedDocument[] {
  if (file.length > limits.bytes) return [];
  const text = file.toString('utf8');
  if (isTooComplex(text, limits.values)) return [];
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isObject(whole)) return [];
  const documents = Array.isArray(whole.documents) ? whole.documents : [whole];
  let left = limits.entries;
  return documents
    .slice(0, limits.documents)
    .filter(isObject)
    .map((document) => {
      const entries = Array.isArray(document.entries)
        ? document.entries.filter(isObject).flatMap(entryOf)
        : [];
      const included = entries.slice(0, left);
      left -= included.length;
      return {
        title: textOf(document.title),
        author: textOf(document.author),
        file: textOf(document.file),
        entries: included,
      };
    })
    .filter(({ entries }) => entries.length > 0);
}

function entryOf({ sort, text, note, color, drawer, time, pn_xp, page }: Loose): ExportedEntry[] {
  const words = textOf(text)?.trim();
  if (sort !== 'highlight' || !words || words.length > limits.characters) return [];
  const place = textOf(pn_xp) ?? (typeof pn_xp === 'number' ? String(pn_xp) : null);
  const ofPage = typeof page === 'number' ? String(page) : null;
  return [
    {
      text: words,
      note: textOf(note)?.trim().slice(0, limits.note) || null,
      color: textOf(color) ?? '',
      drawer: textOf(drawer) ?? '',
      time: typeof time === 'number' && time > 0 && time < 1e11 ? Math.floor(time) : 0,
      place: (place ?? ofPage)?.slice(0, 4_000) ?? null,
    },
  ];
}

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that both databases can store. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.toWellFormed().replaceAll('\0', '') : null;

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { ZipFile } from 'yazl';
import { readFile, treeOf } from '../../devices/webdav/deviceFiles.ts';
import { furtherFiles, refOf } from '../../library/books/bookFiles.ts';
import { fileFormat } from '../../library/books/fileTypes.ts';
import { daysRead, readingDays } from '../../library/gamification/readingDays.ts';
import { settingsOf } from '../../library/gamification/settings.ts';
import { type UserCalendar, userCalendarOf } from '../../library/gamification/userCalendar.ts';
import { asProfile } from '../../people/auth/users.ts';
import { chunks } from '../../run/common/chunks.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys } from '../blobs/blobs.ts';
import { rowsInPages } from '../rowsInPages.ts';
import type { BookRow } from '../schema.ts';
import { type ExportedRow, exportedRows, exportedTables } from './exportedTables.ts';
import {
  asMarkdown,
  byPlace,
  type ExportedHighlight,
  type ExportedNote,
  type PlaceKey,
  placeKey,
} from './markdown.ts';

type Needs = Pick<Services, 'blobs' | 'config' | 'db' | 'now' | 'pause' | 'recentReaders'>;

/** Pause in milliseconds after each batch while others use the server. */
const pauseMs = 60;

/** Version of the layout; raise it when readers of exports would have to change. */
const version = 1;

const readme = `Everything that Lectern stores for you.

profile.json        your profile and settings
statistics.json     minutes, pages and streak as shown in the app, and the reading days behind them
*.json              one file for each kind of data, as stored: notes, highlights and sessions refer to
                    their book by its id; times are in UTC (ISO 8601)
markdown/           your notes and highlights as Markdown, one file for each book
device-files/       the files that your devices store here
books/              the books as you uploaded them, if you chose to include them
`;

/**
 * Streams a zip with all data of a user; memory use does not depend on its size. An error destroys the stream, so
 * that an incomplete export is not mistaken for a complete one.
 */
export async function writeExport(services: Needs, userId: string, withFiles: boolean): Promise<Readable> {
  const { db, now } = services;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  return zipOf(now(), async (archive) => {
    await archive.text('README.txt', readme);
    await archive.json('export.json', {
      format: 'lectern-export',
      version,
      exported_at: now().toISOString(),
      files: exportedTables.map(({ file }) => `${file}.json`),
    });
    await archive.json('profile.json', asProfile(user));
    const calendar = await userCalendarOf(db, userId, now());
    await archive.json('statistics.json', await statisticsOf(db, calendar));
    for (const table of exportedTables) {
      const rows = withPauses(services, userId, exportedRows(db, userId, table));
      const whole = table.table === 'collections' ? withBooks(services, rows) : rows;
      await archive.pieces(`${table.file}.json`, jsonList(whole));
    }
    await addMarkdown(services, archive, calendar);
    await addDeviceFiles(services, archive, userId);
    if (withFiles) await addFiles(services, archive, userId);
  });
}

/** The same figures as on the pages of the app. */
async function statisticsOf(db: Needs['db'], { userId, today }: UserCalendar) {
  const days = await readingDays(db, userId);
  const { streakKind: kind, restDay } = await settingsOf(db, userId);
  return {
    minutes: Math.floor(days.reduce((sum, { seconds }) => sum + seconds, 0) / 60),
    pages: days.reduce((sum, { pages }) => sum + pages, 0),
    streak: { kind, length: streakBy({ kind, restDay }, daysRead(days), today).length },
    days: days.map(({ day, seconds, pages }) => ({ day, seconds, pages })),
  };
}

/** Files of the user's devices. */
async function addDeviceFiles({ db }: Needs, archive: Archive, userId: string): Promise<void> {
  for (const file of await treeOf(db, userId, ''))
    if (file.is_folder === 0)
      await archive.stored(`device-files/${file.path}`, async () =>
        Readable.from([await readFile(db, file)]),
      );
}

/** One page per book with highlights or notes, and one for notes without a book. */
async function addMarkdown(services: Needs, archive: Archive, calendar: UserCalendar): Promise<void> {
  const { userId } = calendar;
  const marked = await markedBooks(services, userId);
  const name = safeFileNames();
  for await (const { id, title, author } of booksOf(services, userId))
    if (marked.has(id))
      await archive.pieces(
        `markdown/${name(titleAndAuthor(title, author), 'md')}`,
        marksAsMarkdown(services, calendar, id),
      );
  if (marked.has(null))
    await archive.pieces(
      `markdown/${name('Notes of no book', 'md')}`,
      marksAsMarkdown(services, calendar, null),
    );
}

/** The books as uploaded. */
async function addFiles(services: Needs, archive: Archive, userId: string): Promise<void> {
  const name = safeFileNames();
  for await (const book of booksOf(services, userId)) {
    const { title, author, sha256 } = book;
    if (book.format !== 'none' && sha256 !== null)
      await archive.stored(`books/${name(titleAndAuthor(title, author), fileFormat(book))}`, () =>
        services.blobs.read(blobKeys.original(book)),
      );
    for (const file of await furtherFiles(services.db, book.id))
      await archive.stored(`books/${name(titleAndAuthor(title, author), file.format)}`, () =>
        services.blobs.read(blobKeys.original(refOf(file))),
      );
  }
}

export const titleAndAuthor = (title: string, author: string) =>
  author === '' ? title : `${title} - ${author}`;

/** All books of a user. */
export async function* booksOf({ db }: Needs, userId: string): AsyncGenerator<BookRow> {
  for await (const rows of rowsInPages(db, 'books', ['created_at', 'id'], userId))
    yield* rows as unknown as BookRow[];
}

/** Pauses between batches to leave time for other requests. */
async function* withPauses<T>(
  { recentReaders, pause }: Needs,
  userId: string,
  pages: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const page of pages) {
    yield page;
    if (!recentReaders.isAlone(userId)) await pause(pauseMs);
  }
}

/** Formats like JSON.stringify(…, null, 2), row by row. */
async function* jsonList(pages: AsyncIterable<ExportedRow[]>): AsyncGenerator<string> {
  let begun = false;
  for await (const rows of pages)
    for (const row of rows) {
      yield `${begun ? ',' : '['}\n  ${JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')}`;
      begun = true;
    }
  yield begun ? '\n]\n' : '[]\n';
}

async function* withBooks({ db }: Needs, pages: AsyncIterable<ExportedRow[]>): AsyncGenerator<ExportedRow[]> {
  for await (const rows of pages)
    for (const row of rows) {
      const members = await db
        .selectFrom('collection_books')
        .select('book_id')
        .where('collection_id', '=', String(row.id))
        .orderBy('seq')
        .execute();
      yield [{ ...row, book_ids: members.map(({ book_id }) => book_id) }];
    }
}

/** Ids of books with a highlight or a note; includes null for notes without a book. */
async function markedBooks({ db }: Needs, userId: string): Promise<Set<string | null>> {
  const booksWith = (table: 'notes' | 'highlights') =>
    db
      .selectFrom(table as 'notes')
      .select('book_id')
      .distinct()
      .where('user_id', '=', userId)
      .execute();
  return new Set(
    [...(await booksWith('notes')), ...(await booksWith('highlights'))].map(({ book_id }) => book_id),
  );
}

async function* marksAsMarkdown(
  { db }: Needs,
  { userId, local }: UserCalendar,
  bookId: string | null,
): AsyncGenerator<string> {
  const book =
    bookId === null
      ? null
      : await db.selectFrom('books').select(['title', 'author']).where('id', '=', bookId).executeTakeFirst();
  // The book was deleted during the export.
  if (book === undefined) return;
  yield* asMarkdown(
    book,
    placed<ExportedHighlight>(db, 'highlights', userId, bookId),
    placed<ExportedNote>(db, 'notes', userId, bookId),
    local,
  );
}

const rowsAtOnce = 20;

/** Highlights and notes of a book, sorted: reads all sort keys first, then the rows in batches. */
async function* placed<Item>(
  db: Needs['db'],
  table: 'highlights' | 'notes',
  userId: string,
  bookId: string | null,
): AsyncGenerator<Item> {
  const all = db.selectFrom(table as 'notes').where('user_id', '=', userId);
  const here = bookId === null ? all.where('book_id', 'is', null) : all.where('book_id', '=', bookId);
  const keys: PlaceKey[] = [];
  const columns = ['id', 'page', 'position', 'created_at'];
  for await (const rows of rowsInPages(db, table, ['created_at', 'id'], userId, columns, bookId))
    keys.push(...rows.map((row) => placeKey(parsed(row as never))));
  keys.sort(byPlace);
  for (const some of chunks(keys, rowsAtOnce)) {
    const ids = some.map(({ id }) => id);
    const rows = await here.selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row) yield parsed(row) as Item;
    }
  }
}

function parsed<Row extends { position: string | null; tags?: string }>(row: Row) {
  return {
    ...row,
    position: row.position === null ? null : JSON.parse(row.position),
    ...(row.tags === undefined ? {} : { tags: JSON.parse(row.tags) as string[] }),
  };
}

export interface Archive {
  text(path: string, content: string): Promise<void>;
  json(path: string, content: unknown): Promise<void>;
  /** Adds a long text or file in chunks, with backpressure. */
  pieces(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void>;
  /**
   * Adds a file without compression.
   * @param size bytes, if known: then nothing but the bytes is written, as the first file of an EPUB needs it
   */
  stored(path: string, open: () => Promise<Readable>, size?: number): Promise<void>;
}

/**
 * Creates a zip stream with backpressure.
 * @param fill adds the entries one after the other
 */
export function zipOf(mtime: Date, fill: (archive: Archive) => Promise<void>): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => out.destroy(error));
  // Stop reading when the client disconnects.
  out.once('close', () => current?.destroy());

  async function add(path: string, stream: Readable, compress: boolean, size?: number): Promise<void> {
    current = stream;
    const exact = size === undefined ? {} : { size, forceDosTimestamp: true };
    if (out.destroyed) stream.destroy();
    else zip.addReadStream(stream, path, { mtime, mode: 0o100644, compress, ...exact });
    await finished(stream, { writable: false });
  }

  const text = (path: string, content: string) => add(path, Readable.from([Buffer.from(content)]), true);
  fill({
    text,
    json: (path, content) => text(path, `${JSON.stringify(content, null, 2)}\n`),
    pieces: (path, pieces) => add(path, Readable.from(pieces, { objectMode: false }), true),
    stored: async (path, open, size) => add(path, await open(), false, size),
  }).then(
    () => zip.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxLength = 100;

/** Returns a function that makes file names valid and unique on all systems, ignoring case. Use one per folder. */
export function safeFileNames(): (wanted: string, extension: string) => string {
  const used = new Set<string>();
  return (wanted, extension) => {
    const stem = safeStem(wanted);
    for (let copy = 1; ; copy++) {
      const name = `${copy === 1 ? stem : `${stem} (${copy})`}.${extension}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
}

function safeStem(wanted: string): string {
  const clean = wanted.toWellFormed().normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ');
  const stem = [...clean]
    .slice(0, maxLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (stem === '') return 'Untitled';
  return reserved.test(stem.split('.')[0] ?? '') ? `_${stem}` : stem;
}

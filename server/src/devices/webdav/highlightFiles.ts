import { createHash } from 'node:crypto';
import { namesOfFile } from '../../library/books/digests.ts';
import { localTime } from '../../library/gamification/userCalendar.ts';
import { timeZoneOf } from '../../library/sessions/store.ts';
import { DavError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { changeRows } from '../../store/rows.ts';
import type { BookRow } from '../../store/schema.ts';
import { isWithin } from './davPath.ts';
import { childrenOf, findFile, makeFolder, readFile, removeTree, writeFile } from './deviceFiles.ts';
import {
  type BookmarkForDevice,
  bookmarksForDevices,
  forgetOldest,
  type HighlightForDevice,
  highlightsForDevices,
} from './deviceHighlights.ts';
import { locksOf } from './deviceLocks.ts';

/** Folder of the generated files with highlights and bookmarks for KOReader. */
const folder = 'highlights';
/** The first line of each generated file. */
const head =
  '-- Highlights and bookmarks of this book in the library. KOReader takes them in when it opens the book.';
/** Whether only the library writes there. */
export const isForHighlights = (path: string) => isWithin(path, folder);
/** No KOReader device has this id; KOReader ignores its own files. */
const ownDeviceId = 'lectern';

/** KOReader's names of our colors and styles. */
const colors: Readonly<Record<string, string>> = {
  yellow: 'yellow',
  green: 'green',
  blue: 'blue',
  pink: 'red',
  purple: 'purple',
};

/** Bookmarks of EPUBs per file, newest first: each may require reading a chapter. */
const maxBookmarks = 200;

/**
 * Updates the files, one for each name that a book may have on a device. KOReader merges such a file into the book of
 * that name when it opens it. For PDFs, only bookmarks are included.
 */
export async function updateHighlightFiles(services: Services, userId: string): Promise<void> {
  const { db, engine } = services;
  const digest = await digestOf(db, userId);
  const existing = await findFile(db, userId, folder);
  if (digest === null ? existing === undefined : existing?.etag === digest) return;
  const books = await booksOf(db, userId);
  const local = localTime(await timeZoneOf(db, userId));
  const files = new Map<string, Buffer>();
  const budget = { chapters: 100, bookmarks: maxBookmarks };
  for (const book of books) {
    const highlights = book.format === 'epub' ? await highlightsForDevices(services, book, budget) : [];
    const bookmarks = await bookmarksForDevices(services, book, budget);
    if (highlights.length + bookmarks.length === 0) continue;
    const bytes = fileOf(book, { highlights, bookmarks }, (moment) => local.wall(moment));
    for (const name of namesOfFile(book))
      if (!name.includes('/')) files.set(`${folder}/${name}.annotations.lua`, bytes);
  }
  // The rest follows the next time.
  const isComplete = budget.chapters > 0;
  const work = async (locked: Db) => {
    await forgetOldest(locked, userId);
    const now = services.now();
    const locks = await locksOf(locked, userId, now);
    const top = await findFile(locked, userId, folder);
    if (top?.is_folder === 0 || locks.some(({ path }) => isWithin(path, folder) || path === '')) return;
    if (top === undefined) {
      if (files.size === 0) return;
      await makeFolder(locked, userId, folder, now);
    }
    await write(locked, userId, files, now);
    const etag = isComplete && digest !== null ? digest : '';
    await changeRows(locked, 'device_files', { user_id: userId, path: folder }, { etag });
  };
  await engine.withLock(userId, work).catch((error: unknown) => {
    // A folder without space can still be listed and read.
    if (!(error instanceof DavError)) throw error;
  });
}

async function write(db: Db, userId: string, files: ReadonlyMap<string, Buffer>, now: Date): Promise<void> {
  const before = new Map((await childrenOf(db, userId, folder)).map((file) => [file.path, file]));
  for (const [path, bytes] of files) {
    const existing = before.get(path);
    before.delete(path);
    if (
      existing?.is_folder === 1 ||
      (existing?.size === bytes.length && bytes.equals(await readFile(db, existing)))
    )
      continue;
    await writeFile(db, userId, path, bytes, now);
  }
  for (const file of before.values()) {
    const isOurs = file.is_folder === 0 && (await readFile(db, file)).toString('utf8').startsWith(head);
    if (isOurs) await removeTree(db, userId, file.path);
  }
}

/** A digest of the data that the files are generated from; null when there is none. */
async function digestOf(db: Db, userId: string): Promise<string | null> {
  const latestOf = async (table: 'highlights' | 'bookmarks') => {
    const rows = await db
      .selectFrom(table)
      .innerJoin('books', 'books.id', `${table}.book_id`)
      .select(['books.id', 'books.file_id', 'books.file_name', 'books.title', 'books.author'])
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max(`${table}.updated_at`).as('changed')])
      .where(`${table}.user_id`, '=', userId)
      .$if(table === 'highlights', (query) => query.where('books.format', '=', 'epub'))
      .groupBy(['books.id', 'books.file_id', 'books.file_name', 'books.title', 'books.author'])
      .orderBy('books.id')
      .execute();
    return rows.map((row) => Object.values({ ...row, count: Number(row.count) }));
  };
  const all = await Promise.all([latestOf('highlights'), latestOf('bookmarks')]);
  if (all.flat().length === 0) return null;
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}

const booksOf = (db: Db, userId: string): Promise<BookRow[]> =>
  db
    .selectFrom('books')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        exists(selectFrom('bookmarks').select('bookmarks.id').whereRef('bookmarks.book_id', '=', 'books.id')),
        and([
          eb('format', '=', 'epub'),
          exists(
            selectFrom('highlights').select('highlights.id').whereRef('highlights.book_id', '=', 'books.id'),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();

/**
 * A file in KOReader's own annotation format. Without a date, so that nothing on the device is considered older and
 * removed.
 */
function fileOf(
  { format }: BookRow,
  marks: { highlights: readonly HighlightForDevice[]; bookmarks: readonly BookmarkForDevice[] },
  wall: (moment: string) => string,
): Buffer {
  const moment = (iso: string) => wall(iso).slice(0, 19).replace('T', ' ');
  const highlights = marks.highlights.map(
    ({ text, note, color, style, starts, ends, marked_at, changed_at }) => ({
      color: colors[color] ?? 'yellow',
      datetime: moment(marked_at),
      ...(changed_at === null ? {} : { datetime_updated: moment(changed_at) }),
      drawer: style === 'underline' ? 'underscore' : 'lighten',
      ...(note === null ? {} : { note }),
      page: starts,
      pos0: starts,
      pos1: ends,
      text,
    }),
  );
  const bookmarks = marks.bookmarks.map(({ place, label, marked_at }) => ({
    datetime: moment(marked_at),
    ...(label === null ? {} : { chapter: label }),
    page: place,
  }));
  const annotations = [...highlights, ...bookmarks];
  return Buffer.from(
    `${head}\nreturn ${luaOf({ annotations, datetime: '', device_id: ownDeviceId, ...(format === 'pdf' ? { paging: true } : {}) })}\n`,
  );
}

/** Values of KOReader's settings files. */
type LuaValue = string | number | boolean | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** Formats a value in Lua syntax. KOReader executes these files, so strings are fully escaped. */
function luaOf(value: LuaValue, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const lines = Object.entries(value).map(([key, item]) => {
    const name = isList ? String(Number(key) + 1) : quoted(key);
    return `${inner}[${name}] = ${luaOf(item, inner)},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** In bytes of UTF-8; everything except plain ASCII is escaped by number. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay
  const special = /[\u0000-\u001f\u007f"\\]/g;
  const escaped = text
    .toWellFormed()
    .replace(special, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`);
  return `"${escaped}"`;
}

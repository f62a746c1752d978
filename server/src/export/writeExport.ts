import { Readable } from 'node:stream';
import { type Selectable, sql } from 'kysely';
import { ZipFile } from 'yazl';
import { asProfile } from '../auth/users.ts';
import { blobKeys } from '../blobs/blobs.ts';
import type { Services } from '../services.ts';
import { rowsInPages } from '../store/rowsInPages.ts';
import type { BooksTable } from '../store/schema.ts';
import { type ExportedRow, exportedRows, exportedTables } from './exportedTables.ts';
import { safeFileNames } from './fileNames.ts';
import {
  asMarkdown,
  byPlace,
  type ExportedHighlight,
  type ExportedNote,
  type PlaceKey,
  placeKey,
} from './markdown.ts';

type Needs = Pick<Services, 'blobs' | 'config' | 'db' | 'now'>;

/** Of the zip's own layout; raised when a program that reads exports would have to be changed. */
const version = 1;

const readme = `Everything of yours in Lectern.

profile.json        you and your settings
*.json              one file a kind, as it is stored: ids tie notes, highlights and sessions to their book;
                    moments are ISO 8601 in UTC
markdown/           your notes and highlights once more, a file a book, for people
books/              the files as you uploaded them, where you asked for them
`;

/**
 * The zip with everything of a reader, written while it is sent: of tables and files some rows and bytes are held at a
 * time, however much there is. An error ends the stream, so that half an export is never taken for a whole one.
 */
export async function writeExport(services: Needs, userId: string, withFiles: boolean): Promise<Readable> {
  const { db, now } = services;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const archive = lazyZip(now());

  archive.text('README.txt', async () => readme);
  archive.json('export.json', async () => ({
    format: 'lectern-export',
    version,
    exported_at: now().toISOString(),
    files: exportedTables.map(({ file }) => `${file}.json`),
  }));
  archive.json('profile.json', async () => asProfile(user));
  for (const table of exportedTables) {
    const rows = () => exportedRows(db, userId, table);
    const whole = () => (table.table === 'collections' ? withBooks(services, rows()) : rows());
    archive.pieces(`${table.file}.json`, () => jsonList(whole()));
  }

  const marked = await markedBooks(services, userId);
  const [name, fileName] = [safeFileNames(), safeFileNames()];
  const files: { id: string; path: string }[] = [];
  for await (const rows of rowsInPages(db, 'books', ['created_at', 'id'], userId)) {
    for (const row of rows) {
      const { id, title, author, format, sha256 } = row as Selectable<BooksTable>;
      if (marked.has(id))
        archive.pieces(`markdown/${name(`${title} - ${author}`, 'md')}`, () =>
          marksAsMarkdown(services, userId, id),
        );
      if (withFiles && format !== 'none' && sha256 !== null)
        files.push({ id, path: `books/${fileName(`${title} - ${author}`, format)}` });
    }
  }
  if (marked.has(null))
    archive.pieces(`markdown/${name('Notes of no book', 'md')}`, () =>
      marksAsMarkdown(services, userId, null),
    );
  for (const { id, path } of files) archive.stored(path, () => services.blobs.read(blobKeys.original(id)));
  return archive.end();
}

/** The list as JSON.stringify(…, null, 2) would write it, row by row. */
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

/** Books with a highlight or a note; null is among them when there are notes of no book. */
async function markedBooks({ db }: Needs, userId: string): Promise<Set<string | null>> {
  const of = (table: 'notes' | 'highlights') =>
    db
      .selectFrom(table as 'notes')
      .select('book_id')
      .distinct()
      .where('user_id', '=', userId)
      .execute();
  return new Set([...(await of('notes')), ...(await of('highlights'))].map(({ book_id }) => book_id));
}

async function* marksAsMarkdown(
  { db }: Needs,
  userId: string,
  bookId: string | null,
): AsyncGenerator<string> {
  const book =
    bookId === null
      ? null
      : await db.selectFrom('books').select(['title', 'author']).where('id', '=', bookId).executeTakeFirst();
  // Deleted since the export began.
  if (book === undefined) return;
  yield* asMarkdown(
    book,
    placed<ExportedHighlight>(db, 'highlights', userId, bookId),
    placed<ExportedNote>(db, 'notes', userId, bookId),
  );
}

const rowsAtOnce = 20;
const keysAtOnce = 200;

/**
 * What is marked in a book, in the order of its places: first where each thing stands, then a few of them at a time.
 */
async function* placed<Item>(
  db: Needs['db'],
  table: 'highlights' | 'notes',
  userId: string,
  bookId: string | null,
): AsyncGenerator<Item> {
  const all = db.selectFrom(table as 'notes').where('user_id', '=', userId);
  const here = bookId === null ? all.where('book_id', 'is', null) : all.where('book_id', '=', bookId);
  const keys: PlaceKey[] = [];
  for (let after = ['', '']; ; ) {
    const rows = await here
      .select(['id', 'page', 'position', 'created_at'])
      .where(sql<boolean>`(created_at, id) > (${sql.join(after)})`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(keysAtOnce)
      .execute();
    keys.push(...rows.map((row) => placeKey(parsed(row))));
    const last = rows.at(-1);
    if (last === undefined || rows.length < keysAtOnce) break;
    after = [last.created_at, last.id];
  }
  keys.sort(byPlace);
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    const ids = keys.slice(at, at + rowsAtOnce).map(({ id }) => id);
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

/** A zip whose entries are made when their turn comes. */
function lazyZip(mtime: Date) {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => out.destroy(error));
  // Whoever went away in the middle needs none of the rest.
  out.once('close', () => current?.destroy());

  function add(path: string, compress: boolean, open: () => Promise<Readable>): void {
    zip.addReadStreamLazy(path, { mtime, mode: 0o100644, compress }, (give) => {
      if (out.destroyed) return;
      open().then(
        (stream) => {
          current = stream;
          // From here on its errors are the archive's.
          if (out.destroyed) stream.destroy();
          else give(null, stream);
        },
        (error: Error) => out.destroy(error),
      );
    });
  }

  const pieces = (path: string, make: () => AsyncIterable<string>) =>
    add(path, true, async () => Readable.from(make(), { objectMode: false }));
  const text = (path: string, make: () => Promise<string>) =>
    add(path, true, async () => Readable.from([Buffer.from(await make())]));
  return {
    text,
    /** What is long, piece by piece, as fast as it is taken. */
    pieces,
    json: (path: string, make: () => Promise<unknown>) =>
      text(path, async () => `${JSON.stringify(await make(), null, 2)}\n`),
    /** What is compressed already. */
    stored: (path: string, open: () => Promise<Readable>) => add(path, false, open),
    end(): Readable {
      zip.end();
      return out;
    },
  };
}

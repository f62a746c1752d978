import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { asProfile } from '../auth/users.ts';
import { blobKeys } from '../blobs/blobs.ts';
import type { Services } from '../services.ts';
import { exportedRows, exportedTables } from './exportedTables.ts';
import { safeFileNames } from './fileNames.ts';
import { asMarkdown, type ExportedHighlight, type ExportedNote } from './markdown.ts';

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
 * The zip with everything of a reader, written while it is sent: nothing larger than one table or one file is held in
 * memory. An error ends the stream, so that half an export is never taken for a whole one.
 */
export async function writeExport(services: Needs, userId: string, withFiles: boolean): Promise<Readable> {
  const { db, now } = services;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'format', 'sha256'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
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
    archive.json(`${table.file}.json`, async () => {
      const rows = await exportedRows(db, userId, table);
      return table.table === 'collections' ? withBooks(services, userId, rows) : rows;
    });
  }

  const name = safeFileNames();
  for (const book of [...books, null]) {
    if (!(await anythingMarked(services, userId, book?.id ?? null))) continue;
    const path = `markdown/${name(book ? `${book.title} - ${book.author}` : 'Notes of no book', 'md')}`;
    archive.text(path, () => markdownOf(services, userId, book));
  }
  if (withFiles) {
    const fileName = safeFileNames();
    for (const { id, title, author, format, sha256 } of books) {
      if (format === 'none' || sha256 === null) continue;
      archive.stored(`books/${fileName(`${title} - ${author}`, format)}`, () =>
        services.blobs.read(blobKeys.original(id)),
      );
    }
  }
  return archive.end();
}

async function withBooks({ db }: Needs, userId: string, rows: Record<string, unknown>[]) {
  const members = await db
    .selectFrom('collection_books')
    .innerJoin('collections', 'collections.id', 'collection_books.collection_id')
    .select(['collection_id', 'book_id'])
    .where('collections.user_id', '=', userId)
    .orderBy('seq')
    .execute();
  const booksOf = Map.groupBy(members, (member) => member.collection_id);
  return rows.map((row) => ({
    ...row,
    book_ids: (booksOf.get(String(row.id)) ?? []).map(({ book_id }) => book_id),
  }));
}

async function anythingMarked({ db }: Needs, userId: string, bookId: string | null): Promise<boolean> {
  const [highlight, note] = marksOf(db, userId, bookId);
  return (
    (await note.limit(1).executeTakeFirst()) !== undefined ||
    (await highlight?.limit(1).executeTakeFirst()) !== undefined
  );
}

async function markdownOf(
  { db }: Needs,
  userId: string,
  book: { id: string; title: string; author: string } | null,
): Promise<string> {
  const [highlights, notes] = marksOf(db, userId, book?.id ?? null);
  const parse = <Row extends { position: string | null }>(row: Row) => ({
    ...row,
    position: row.position === null ? null : JSON.parse(row.position),
  });
  return asMarkdown(
    book,
    ((await highlights?.execute()) ?? []).map(parse) satisfies ExportedHighlight[],
    (await notes.execute()).map((row) => ({
      ...parse(row),
      tags: JSON.parse(row.tags),
    })) satisfies ExportedNote[],
  );
}

/** Highlights and notes of a book; of none, there are only notes. */
function marksOf(db: Needs['db'], userId: string, bookId: string | null) {
  const highlights =
    bookId === null
      ? null
      : db.selectFrom('highlights').selectAll().where('user_id', '=', userId).where('book_id', '=', bookId);
  const notes = db.selectFrom('notes').selectAll().where('user_id', '=', userId);
  return [
    highlights,
    bookId === null ? notes.where('book_id', 'is', null) : notes.where('book_id', '=', bookId),
  ] as const;
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

  const text = (path: string, make: () => Promise<string>) =>
    add(path, true, async () => Readable.from([Buffer.from(await make())]));
  return {
    text,
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

/**
 * A very long import: the last thousand books compared with the first thousand. The books are small, so that the size
 * of the library matters and not theirs. Those in between are not imported but copied in the database from the first
 * thousand, which takes a minute instead of an hour; LECTERN_BENCH_IMPORT_ALL=1 imports all of them.
 */

import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../server/src/store/schema.ts';
import { openSqlite } from '../server/src/store/sqlite/openSqlite.ts';
import { bookEntries, packageDocument } from '../server/test/support/bookFiles.ts';
import { rawZip } from '../server/test/support/rawZip.ts';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { type LibraryServer, libraryServer } from './lib/libraryServer.ts';

const books = Number(process.env.LECTERN_BENCH_IMPORT ?? 20_000);
const all = process.env.LECTERN_BENCH_IMPORT_ALL === '1';
const stretch = Math.min(Number(process.env.LECTERN_BENCH_STRETCH ?? 1_000), Math.floor(books / 3));
const atOnce = 4;
const warming = 100;

export const importMany: ServerBenchmark = {
  name: 'import',
  async run(): Promise<Figure[]> {
    const server = await libraryServer();
    try {
      await add(server, 0, warming);
      const first = await add(server, warming, stretch);
      const between = books - 2 * stretch - warming;
      if (all) await add(server, warming + stretch, between);
      else await copyBooks(server.dataDir, between);
      const last = await add(server, books - stretch, stretch);
      const copies = all ? '' : ` (${between} between are copied rows)`;
      const name = `the last ${stretch} of ${books} books imported${copies} / the first ${stretch}, a book`;
      return [{ name, unit: 'ms a book', ours: last, reference: first, ratio: last / first, promised: 1.2 }];
    } finally {
      await server.stop();
    }
  },
};

/** @returns milliseconds per book */
async function add(server: LibraryServer, from: number, count: number): Promise<number> {
  let next = from;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < from + count) {
        const form = new FormData();
        const title = `Book ${next++}`;
        const file = rawZip(bookEntries({ 'OPS/book.opf': packageDocument({ title }) }));
        form.append('file', new Blob([new Uint8Array(file)]), `${title}.epub`);
        await server.ask('/v1/books', { method: 'POST', body: form });
      }
    }),
  );
  return (performance.now() - begun) / count;
}

/** Tables with rows of imported books, with the column of the book's id. */
const ofBooks = [
  ['books', 'id'],
  ['book_contents', 'book_id'],
  ['spine_items', 'book_id'],
  ['resources', 'book_id'],
  ['passages', 'book_id'],
  ['uploads', 'book_id'],
] as const;

/** Adds copies of an imported book with all rows. */
async function copyBooks(dataDir: string, count: number): Promise<void> {
  const db = openSqlite(join(dataDir, 'lectern.db'));
  const imported = await db.selectFrom('books').select('id').limit(stretch).execute();
  for (let copied = 0; copied < count; copied += imported.length)
    await db.transaction().execute((trx) => copyOnce(trx, Math.min(imported.length, count - copied), copied));
  await db.destroy();
}

async function copyOnce(db: Kysely<Tables>, count: number, copied: number): Promise<void> {
  const round = String(copied);
  // The id of a copy is the id of its book, with the round at its end.
  await sql`create temp table chosen as select id from books where length(id) = 36 limit ${count}`.execute(
    db,
  );
  for (const [table, book] of ofBooks) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table})`.execute(db);
    const columns = rows
      .map(({ name }) => name)
      .filter((name) => !(table === 'passages' && (name === 'id' || name === 'tokens')));
    const values = columns.map((name) =>
      name === book || name === 'sha256' || name === 'id'
        ? sql`${sql.ref(name)} || '-' || ${round}`
        : sql.ref(name),
    );
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${sql.table(table)} where ${sql.ref(book)} in (select id from chosen)`.execute(
      db,
    );
  }
  await sql`drop table chosen`.execute(db);
}

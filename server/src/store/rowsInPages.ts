import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './schema.ts';

export type Row = Record<string, unknown>;

/** Tables with short rows. */
const shortRows: ReadonlySet<keyof Tables> = new Set<keyof Tables>([
  'resources',
  'spine_items',
  'passages',
  'collection_books',
  'points',
  'page_times',
  'refresh_tokens',
]);
/** Rows per page; long rows may have some hundred kilobytes of text. */
const atOnce = { long: 20, short: 1_000 };

/**
 * Iterates over all rows of a table, or those of one user, in pages (keyset pagination), with bounded memory and
 * pauses for other requests.
 * @param order non-null columns, together unique among the rows
 * @param selected columns to read, including `order`; all when omitted
 * @param bookId only rows about this book; null for those without a book
 */
export async function* rowsInPages(
  db: Db,
  table: keyof Tables,
  order: readonly string[],
  userId?: string,
  selected?: readonly string[],
  bookId?: string | null,
): AsyncGenerator<Row[]> {
  const columns = sql.join(order.map((name) => sql.ref(name)));
  const wanted = selected ? sql.join(selected.map((name) => sql.ref(name))) : sql`*`;
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const ofOne = bookId === null ? sql`book_id is null` : sql`book_id = ${bookId}`;
  const ofBook = bookId === undefined ? sql`true` : ofOne;
  const limit = selected || shortRows.has(table) ? atOnce.short : atOnce.long;
  let after: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${wanted} from ${sql.table(table)} where ${whose} and ${ofBook} and ${after} order by ${columns} limit ${limit}`.execute(
      db,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    // SQLite runs on this thread, so yield to other requests.
    await yieldToOthers();
    after = sql`(${columns}) > (${sql.join(order.map((name) => last[name]))})`;
  }
}

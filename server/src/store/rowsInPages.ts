import { setImmediate as othersTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './schema.ts';

export type Row = Record<string, unknown>;

/** Tables whose rows are short, however long they grow. */
const shortRows: ReadonlySet<keyof Tables> = new Set<keyof Tables>([
  'resources',
  'spine_items',
  'passages',
  'collection_books',
  'points',
  'page_times',
  'refresh_tokens',
]);
/** A row may hold some hundred kilobytes of text, or nearly nothing. */
const atOnce = { long: 20, short: 1_000 };

/**
 * All rows of a table, or those of one reader, a few at a time: what is held does not grow with the table, and others
 * are answered in between. Each page is found by the row before it.
 * @param order columns that are never null, and together unique among the rows
 * @param selected the columns, `order` among them, where they are short and not all are needed
 */
export async function* rowsInPages(
  db: Db,
  table: keyof Tables,
  order: readonly string[],
  userId?: string,
  selected?: readonly string[],
): AsyncGenerator<Row[]> {
  const columns = sql.join(order.map((name) => sql.ref(name)));
  const wanted = selected ? sql.join(selected.map((name) => sql.ref(name))) : sql`*`;
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const limit = selected || shortRows.has(table) ? atOnce.short : atOnce.long;
  let after: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${wanted} from ${sql.table(table)} where ${whose} and ${after} order by ${columns} limit ${limit}`.execute(
      db,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    // SQLite answers on this thread: without a pause, nothing else would be done until the last page.
    await othersTurn();
    after = sql`(${columns}) > (${sql.join(order.map((name) => last[name]))})`;
  }
}

import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../../src/run/services/services.ts';

const newId =
  process.env.LECTERN_TEST_ENGINE === 'postgres'
    ? sql`gen_random_uuid()::text`
    : sql`lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2),
        substr(hex(randomblob(2)), 2), hex(randomblob(6))))`;

/**
 * Copies a user's rows of a table within the database until there are `to`: tens of thousands per second. Each copy
 * has a new id.
 * @param changed columns that differ, as SQL over the copied row and the number of previous rows
 */
export async function copyRows(
  { db }: Pick<Services, 'db'>,
  table: 'books' | 'highlights' | 'bookmarks' | 'collections' | 'reading_sessions' | 'goals' | 'part_rows',
  userId: string,
  to: number,
  changed: (before: number) => Readonly<Record<string, RawBuilder<unknown> | undefined>> = () => ({}),
): Promise<void> {
  const ofReader = db.selectFrom(table as 'bookmarks').where('user_id', '=', userId);
  const { id: _id, ...row } = await ofReader.selectAll().executeTakeFirstOrThrow();
  // Generated columns.
  const columns = Object.keys(row).filter((name) => name !== 'bytes');
  const { count } = await ofReader
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let before = Number(count); before < to; before += Math.min(before, to - before)) {
    const values = columns.map((name) => changed(before)[name] ?? sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(['id', ...columns].map((name) => sql.ref(name)))})
      select ${sql.join([newId, ...values])} from ${sql.table(table)}
      where user_id = ${userId} limit ${Math.min(before, to - before)}`.execute(db);
  }
}

/** Times one second apart, the first one the oldest. */
export const momentAt = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

/** Adds notes with `bytes` of text each directly to the database. */
export async function addNotes(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { count, content, bookId = null }: { count: number; content: string; bookId?: string | null },
): Promise<void> {
  const atOnce = Math.max(1, Math.min(500, Math.floor(4_000_000 / (content.length + 200))));
  for (let start = 0; start < count; start += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - start) }, (_, index) => ({
      id: randomUUID(),
      user_id: userId,
      book_id: bookId,
      title: `Note ${start + index}`,
      content,
      type: 'note',
      page: null,
      position: null,
      color: null,
      tags: '[]',
      unread: 0,
      changed_by: null,
      conflict_of: null,
      created_at: momentAt(start + index),
      updated_at: momentAt(start + index),
    }));
    await db.insertInto('notes').values(rows).execute();
  }
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';

/**
 * Indexes for what is asked of all books of a reader: those under way, those that were liked, the shortest unread ones,
 * and those that have changed since some moment. A query that has the same condition is answered without looking at
 * every book.
 */
export async function largeLibraries(db: Kysely<Tables>): Promise<void> {
  await sql`create index books_by_user_id_updated_at on books (user_id, updated_at)`.execute(db);
  await sql`create index books_under_way on books (user_id, (coalesce(last_opened, '')) desc, id)
    where completed = 0 and progress > 0`.execute(db);
  await sql`create index books_liked on books (user_id, (coalesce(last_opened, completed_at, '')) desc, id)
    where completed = 1 or favorite = 1 or rating >= 4 or progress > 0`.execute(db);
  await sql`create index books_unread on books
    (user_id, (case when word_count > 0 then word_count else page_count * 345 end), id)
    where completed = 0 and progress = 0`.execute(db);
}

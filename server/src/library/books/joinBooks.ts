import { type Selectable, sql } from 'kysely';
import type { Db } from '../../store/db.ts';
import type { BooksTable } from '../../store/schema.ts';
import { changeBook } from './changeBook.ts';
import { fillEmpty } from './fillEmpty.ts';

type BookRow = Selectable<BooksTable>;

/** Tables whose rows move to the other book as they are. */
const moved = ['notes', 'highlights', 'looked_up_words', 'reading_sessions', 'position_history'] as const;

/** Tables with one row per book and key: where both books have one, that of the remaining book stays. */
const unique = { bookmarks: 'page', collection_books: 'collection_id', progress: 'user_id' };

/**
 * Joins two books of a user: one remains, with all that was written about either; what it lacks is filled from the
 * other one, which has no file and is deleted.
 */
export async function joinBooks(db: Db, remaining: BookRow, other: BookRow, now: Date): Promise<BookRow> {
  for (const table of moved)
    await db.updateTable(table).set({ book_id: remaining.id }).where('book_id', '=', other.id).execute();
  for (const [table, key] of Object.entries(unique))
    await sql`update ${sql.table(table)} set book_id = ${remaining.id} where book_id = ${other.id}
      and ${sql.ref(key)} not in (
        select ${sql.ref(key)} from ${sql.table(table)} where book_id = ${remaining.id}
      )`.execute(db);
  await db
    .updateTable('notes')
    .set({ conflict_of: remaining.id })
    .where('user_id', '=', other.user_id)
    .where('conflict_of', '=', other.id)
    .execute();
  // What was paid for the other book is not paid again.
  await sql`update points set book_id = ${remaining.id}, event = ${remaining.id}
    where user_id = ${other.user_id} and event = ${other.id} and action not in (
      select action from points where user_id = ${other.user_id} and event = ${remaining.id}
    )`.execute(db);
  await db
    .updateTable('books')
    .set({ perhaps_same_as: remaining.id, revision: sql`revision + 1` })
    .where('user_id', '=', other.user_id)
    .where('perhaps_same_as', '=', other.id)
    .execute();
  await db.deleteFrom('books').where('id', '=', other.id).execute();
  return changeBook(db, remaining.id, {
    ...fillEmpty(remaining, other),
    favorite: remaining.favorite || other.favorite,
    perhaps_same_as: null,
    updated_at: now.toISOString(),
  });
}

import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** When a page of a book was last read: at first, the time of its place, or when it was opened. */
export async function lastRead(db: MigrationDb, { text }: Pick<SchemaParts, 'text'>): Promise<void> {
  await sql`alter table books add column last_read ${sql.raw(text)}`.execute(db);
  await sql`update books set last_read = coalesce(
    (select updated_at from progress where progress.book_id = books.id and progress.user_id = books.user_id),
    last_opened)`.execute(db);
}

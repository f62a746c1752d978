import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';

/**
 * The few rows that every upload asks for, among the many of a large library: books that wait for a file, and uploads
 * under way. The indexes hold only those; a query that writes the same values into itself, and not as parameters, is
 * answered from them whatever the statistics say.
 */
export async function fewOfMany(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('books_without_file')
    .on('books')
    .column('user_id')
    .where(sql.ref('format'), '=', sql.lit('none'))
    .execute();
  await db.schema
    .createIndex('uploads_unfinished')
    .on('uploads')
    .columns(['user_id', 'size'])
    .where(
      sql.ref('state'),
      'in',
      (['receiving', 'queued', 'ingesting'] as const).map((state) => sql.lit(state)),
    )
    .execute();
}

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * A list of books reads their rows only: tables of contents, which are longer than all the rest, stand in a table of
 * their own. And a row says by a number which state of the book it is.
 */
export async function leanBooks(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema
    .createTable('book_contents')
    .addColumn('book_id', text, (c) => c.notNull().references('books.id').onDelete('cascade'))
    .addColumn('toc', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('book_contents_key', ['book_id'])
    .execute();
  await sql`insert into book_contents (book_id, toc) select id, toc from books where toc <> '[]'`.execute(db);
  await db.schema.alterTable('books').dropColumn('toc').execute();
  await db.schema
    .alterTable('books')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

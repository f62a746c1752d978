import { type Kysely, sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** The texts of each table whose rows differ much in size. */
const texts: Partial<Record<keyof Tables, readonly string[]>> = {
  books: ['title', 'author', 'description', 'genre', 'publisher', 'series'],
  notes: ['title', 'content', 'position', 'tags'],
  highlights: ['text', 'note', 'position'],
  bookmarks: ['label', 'position'],
  collections: ['name', 'description', 'rule'],
  reading_sessions: ['book_title', 'notes'],
  session_changes: ['before'],
  messages: ['text', 'said', 'citations', 'sent'],
};

/** Lists that are read page by page in the order of a moment. */
const ordered = [
  { table: 'notes', owner: 'user_id', moment: 'created_at', before: 'notes_by_user_id_created_at' },
  { table: 'notes', owner: 'book_id', moment: 'created_at', before: 'notes_by_book_id' },
  { table: 'highlights', owner: 'user_id', moment: 'created_at', before: 'highlights_by_user_id_created_at' },
  { table: 'highlights', owner: 'book_id', moment: 'created_at', before: 'highlights_by_book_id' },
  {
    table: 'reading_sessions',
    owner: 'user_id',
    moment: 'started_at',
    before: 'reading_sessions_by_user_id_started_at',
  },
] as const;

/**
 * `bytes` of each row, kept by the database itself, with an index from which all rows of a reader are counted and
 * summed; and for lists an index in whose order any page is found at once.
 */
export async function bounds(db: Kysely<Tables>, { generated }: SchemaParts): Promise<void> {
  for (const [table, columns = []] of Object.entries(texts)) {
    const sum = sql.join(
      columns.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
      sql` + `,
    );
    await sql`alter table ${sql.table(table)}
      add column bytes integer generated always as (${sum}) ${sql.raw(generated)}`.execute(db);
    await db.schema
      .createIndex(`${table}_by_user_id_bytes`)
      .on(table)
      .columns(['user_id', 'bytes'])
      .execute();
  }
  for (const { table, owner, moment, before } of ordered) {
    await db.schema.dropIndex(before).ifExists().execute();
    await db.schema
      .createIndex(`${table}_by_${owner}_${moment}_id`)
      .on(table)
      .columns([owner, moment, 'id'])
      .execute();
  }
}

import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** What several processes must know together: tries, who writes to an upload, and how far one in a bucket has come. */
export async function server(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema
    .alterTable('uploads')
    .addColumn('received', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('rate_limits')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('ends_at', text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('rate_limits_by_ends_at').on('rate_limits').column('ends_at').execute();
  await db.schema
    .createTable('upload_locks')
    .addColumn('upload_id', text, (c) => c.primaryKey())
    .addColumn('holder', text, (c) => c.notNull())
    .addColumn('until', text, (c) => c.notNull())
    .addColumn('wanted', 'integer', (c) => c.notNull())
    .execute();
}

import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** How remotes loaded in browsers whose readers allow analytics. */
export async function remoteLoads(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema
    .createTable('remote_loads')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('remote', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('expose', text, (c) => c.notNull())
    .addColumn('milliseconds', 'integer', (c) => c.notNull())
    .addColumn('stage', text)
    .addColumn('code', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('remote_loads_by_created_at')
    .on('remote_loads')
    .columns(['created_at'])
    .execute();
}

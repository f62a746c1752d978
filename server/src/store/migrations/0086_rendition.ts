import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/**
 * How each spine item is laid out, whether its XML has errors, and its media overlay. Books that were uploaded before
 * keep the defaults.
 */
export async function rendition(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('spine_items').addColumn('rendition', text).execute();
  await db.schema.alterTable('spine_items').addColumn('overlay', text).execute();
  await db.schema
    .alterTable('spine_items')
    .addColumn('malformed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

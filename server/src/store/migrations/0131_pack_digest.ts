import type { MigrationDb } from './migration.ts';

/** Names the bytes of a book's pack, for caches that share them. Books that are there have none. */
export async function packDigest(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('books').addColumn('pack_digest', 'text').execute();
}

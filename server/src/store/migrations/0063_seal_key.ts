import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** The key under which a reader's browsers keep unsent writes while nobody is signed in. */
export async function sealKey(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('users').addColumn('seal_key', text).execute();
}

import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** Which book without a file an upload is for, as its reader has said. */
export async function forBook(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('for_book', text).execute();
}

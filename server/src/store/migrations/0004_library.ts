import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** The rule of a smart collection, as JSON; null for a collection whose books were chosen one by one. */
export async function library(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('collections').addColumn('rule', text).execute();
}

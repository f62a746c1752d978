import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** Which thing and field a note is the other text of; which sign-in changed a highlight last. */
export async function conflicts(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('notes').addColumn('twin_kind', text).execute();
  await db.schema.alterTable('notes').addColumn('twin_field', text).execute();
  await db.schema.alterTable('highlights').addColumn('changed_by', text).execute();
}

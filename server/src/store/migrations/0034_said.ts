import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** What the mentor said, by the codes of its sentences: an answer is shown in the language of whoever reads it. */
export async function said(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('messages').addColumn('said', text).execute();
}

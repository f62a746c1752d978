import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** The start of a session by the clock of its device, while it runs: its end is by the same clock. */
export async function deviceClock(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('reading_sessions').addColumn('device_started_at', text).execute();
}

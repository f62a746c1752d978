import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

const tables = [
  ['doomed_blobs', 'pending_blob_deletes'],
  ['places', 'position_history'],
] as const;

const columns = [
  ['refresh_tokens', 'family_id', 'session_id'],
  ['confirmations', 'family_id', 'session_id'],
  ['notes', 'twin_of', 'conflict_of'],
  ['notes', 'twin_kind', 'conflict_kind'],
  ['notes', 'twin_field', 'conflict_field'],
  ['messages', 'said', 'content'],
  ['upload_locks', 'wanted', 'release_requested'],
] as const;

/** Renames tables and columns. */
export async function plainNames(db: MigrationDb): Promise<void> {
  for (const [table, from, to] of columns) await db.schema.alterTable(table).renameColumn(from, to).execute();
  for (const [from, to] of tables) await db.schema.alterTable(from).renameTo(to).execute();
  await sql`drop index refresh_tokens_by_family_id`.execute(db);
  await sql`create index refresh_tokens_by_session_id on refresh_tokens (session_id)`.execute(db);
}

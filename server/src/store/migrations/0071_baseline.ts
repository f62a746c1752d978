import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Creates all tables and indexes of a new database from 0071_baseline.sql, with the engine's types. */
export async function baseline(db: MigrationDb, engine: SchemaParts): Promise<void> {
  const text = readFileSync(new URL('./0071_baseline.sql', import.meta.url), 'utf8').replace(/^--.*$/gm, '');
  const types = { '{text}': engine.text, '{row_number}': engine.rowNumber, '{generated}': engine.generated };
  for (const statement of text.split(';').map((one) => one.trim())) {
    if (statement === '') continue;
    const parts = statement.split(/(\{\w+\})/).map((part) => types[part as keyof typeof types] ?? part);
    await sql.raw(parts.join('')).execute(db);
  }
  await engine.createFullText(db);
  await engine.gatherFullText(db);
  await engine.createWordList(db);
}

/** The migrations before the baseline. A database that has executed all of them has the same schema. */
export const replacedByBaseline = [
  '0001_first',
  '0002_leases',
  '0003_server',
  '0004_library',
  '0005_sync',
  '0006_accounts',
  '0007_sessions',
  '0008_search',
  '0009_remote_loads',
  '0010_highlight_style',
  '0013_lists',
  '0030_lean_books',
  '0032_reindex',
  '0033_growing_libraries',
  '0034_said',
  '0035_few_of_many',
  '0050_for_book',
  '0061_bounds',
  '0063_seal_key',
  '0064_sign_in_factors',
  '0065_security_events',
  '0067_known_devices',
  '0068_conflicts',
  '0069_device_clock',
  '0070_reader_changes',
  '0071_large_libraries',
  '0090_reindex',
];

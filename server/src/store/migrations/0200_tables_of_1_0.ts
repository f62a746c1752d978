import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Creates all tables and indexes of a new database from 0200_tables_of_1_0.sql, with the engine's types. */
export async function tablesOf1_0(db: MigrationDb, engine: SchemaParts): Promise<void> {
  const text = readFileSync(new URL('./0200_tables_of_1_0.sql', import.meta.url), 'utf8').replace(
    /^--.*$/gm,
    '',
  );
  const types = { '{text}': engine.text, '{row_number}': engine.rowNumber, '{generated}': engine.generated };
  for (const statement of text.split(';').map((one) => one.trim())) {
    if (statement === '') continue;
    const parts = statement.split(/(\{\w+\})/).map((part) => types[part as keyof typeof types] ?? part);
    await sql.raw(parts.join('')).execute(db);
  }
  await engine.createFullText(db);
}

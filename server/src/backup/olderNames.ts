import type { KeptTable } from './tableKeys.ts';

/** Tables that had other names in version 1. */
const tables: Partial<Record<KeptTable, string>> = {
  position_history: 'places',
  pending_blob_deletes: 'doomed_blobs',
};

/** Columns that had other names in version 1, and their current names. */
const columns: Partial<Record<KeptTable, Readonly<Record<string, string>>>> = {
  refresh_tokens: { family_id: 'session_id' },
  notes: { twin_of: 'conflict_of', twin_kind: 'conflict_kind', twin_field: 'conflict_field' },
  messages: { said: 'content' },
};

/** @returns the name of a table in backups of this version */
export function tableIn(version: number, table: KeptTable): string {
  return version === 1 ? (tables[table] ?? table) : table;
}

/** @returns a row of a backup of this version with the current column names */
export function rowFrom(version: number, table: KeptTable, row: object): object {
  const names = version === 1 ? columns[table] : undefined;
  if (!names) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]));
}

import type { SettingsTable } from './accountTables.ts';
import type { Db } from './db.ts';
import { putRow } from './rows.ts';

type Name = SettingsTable['name'];

/** A setting of the library; null when it was never set. */
export async function readSetting(db: Db, name: Name): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** A setting that is a list in JSON; empty when it was never set. */
export async function readList<T>(db: Db, name: Name): Promise<T[]> {
  const value = await readSetting(db, name);
  return value === null ? [] : (JSON.parse(value) as T[]);
}

export async function writeSetting(db: Db, name: Name, value: string): Promise<void> {
  await putRow(db, 'settings', { name, value }, ['name'], { value });
}

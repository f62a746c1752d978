import type { SettingsTable } from './accountTables.ts';
import type { Db } from './db.ts';

type Name = SettingsTable['name'];

/** A setting of the library; null when it was never set. */
export async function readSetting(db: Db, name: Name): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeSetting(db: Db, name: Name, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

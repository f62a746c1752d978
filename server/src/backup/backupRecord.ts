import type { LastBackup } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../store/db.ts';

const settingName = 'last_backup';

/** What became of the last backup of this library; null when there was none. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', settingName)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as LastBackup) : null;
}

/** Notes a backup, so that Administration and Prometheus can tell of it. */
export async function noteBackup(db: Db, note: LastBackup): Promise<void> {
  const value = JSON.stringify(note);
  await db
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

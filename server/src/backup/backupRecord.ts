import type { LastBackup } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../store/db.ts';

const settingName = 'last_backup';

/** The latest backup of this library; null when there is none. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', settingName)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as LastBackup) : null;
}

/** Records a backup for the Administration page and Prometheus. */
export async function recordBackup(db: Db, note: LastBackup): Promise<void> {
  const value = JSON.stringify(note);
  await db
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

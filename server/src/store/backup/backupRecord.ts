import type { LastBackup } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../db.ts';
import { readSetting, writeSetting } from '../settings.ts';

const settingName = 'last_backup';

/** The latest backup of this library; null when there is none. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const value = await readSetting(db, settingName);
  return value === null ? null : (JSON.parse(value) as LastBackup);
}

/** Records a backup for the Administration page and Prometheus. */
export async function recordBackup(db: Db, note: LastBackup): Promise<void> {
  await writeSetting(db, settingName, JSON.stringify(note));
}

import type { GamificationSettings } from '@lectern/shared-contracts/api/gamification.ts';
import { defaultSettings } from '@lectern/shared-contracts/domain/gamification/defaultSettings.ts';
import { userRow } from '../../people/auth/users.ts';
import type { Db } from '../../store/db.ts';
import { changeRows } from '../../store/rows.ts';

/** Key among the user's preferences. */
const name = 'gamification';

export async function settingsOf(db: Db, userId: string): Promise<GamificationSettings> {
  return settingsIn((await userRow(db, userId)).preferences);
}

/**
 * Values of another type, which an app may have stored, count as not set.
 * @param preferences of a reader, as they are stored
 */
export function settingsIn(preferences: string): GamificationSettings {
  const stored = Object.entries((JSON.parse(preferences)[name] ?? {}) as object).filter(
    ([key, value]) => typeof value === typeof defaultSettings[key as keyof GamificationSettings],
  );
  const settings: GamificationSettings = { ...defaultSettings, ...Object.fromEntries(stored) };
  return { ...settings, streakKind: settings.streakKind === 'weekly' ? 'weekly' : 'daily' };
}

export async function saveSettings(
  db: Db,
  userId: string,
  changes: Partial<GamificationSettings>,
): Promise<GamificationSettings> {
  const user = await userRow(db, userId);
  const stored = settingsIn(user.preferences);
  const settings = { ...stored, ...changes };
  // A device that was offline may send an older time.
  if (settings.announcedUntil < stored.announcedUntil) settings.announcedUntil = stored.announcedUntil;
  const preferences = { ...JSON.parse(user.preferences), [name]: settings };
  await changeRows(db, 'users', { id: userId }, { preferences: JSON.stringify(preferences) });
  return settings;
}

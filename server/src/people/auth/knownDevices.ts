import { randomUUID } from 'node:crypto';
import type { NewDevice } from '@lectern/shared-contracts/api/auth.ts';
import type { Db } from '../../store/db.ts';
import { addOnce, changeRows, removeRows } from '../../store/rows.ts';

const maxPerUser = 100;
/** In days: how long a device is known (as long as its cookie), and how long a new one is reported in the app. */
export const keptDays = 400;
const toldDays = 30;

/**
 * Remembers this browser for the user.
 * @returns true when it is new, except for the first device of an account
 */
export async function rememberDevice(
  db: Db,
  { userId, device, userAgent, now }: { userId: string; device: string; userAgent: string; now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  const known = { user_id: userId, device_hash: device };
  if ((await changeRows(db, 'known_devices', known, { last_seen_at: at })) > 0) return false;
  const others = await db
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .execute();
  const surplus = others.slice(maxPerUser - 1).map(({ id }) => id);
  if (surplus.length > 0) await removeRows(db, 'known_devices', { id: surplus });
  const added = {
    id: randomUUID(),
    ...known,
    user_agent: userAgent.slice(0, 300),
    first_seen_at: at,
    last_seen_at: at,
    unseen: others.length > 0 ? 1 : 0,
  };
  await addOnce(db, 'known_devices', added, ['user_id', 'device_hash']);
  return others.length > 0;
}

/** Whether this browser has signed in to the account. */
export async function isKnownDevice(db: Db, email: string, device: string): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('users.email', '=', email)
    .where('known_devices.device_hash', '=', device)
    .executeTakeFirst();
  return known !== undefined;
}

/** New devices that the user has not seen yet, except the current one. */
export async function newDevices(
  db: Db,
  userId: string,
  device: string | null,
  now: Date,
): Promise<NewDevice[]> {
  const since = new Date(now.getTime() - toldDays * 86_400_000).toISOString();
  return db
    .selectFrom('known_devices')
    .select(['id', 'user_agent', 'first_seen_at'])
    .where('user_id', '=', userId)
    .where('unseen', '=', 1)
    .where('first_seen_at', '>', since)
    .where('device_hash', '!=', device ?? '')
    .orderBy('first_seen_at')
    .limit(20)
    .execute();
}

/** Marks devices as seen. */
export async function markDevicesSeen(db: Db, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await changeRows(db, 'known_devices', { user_id: userId, id: ids }, { unseen: 0 });
}

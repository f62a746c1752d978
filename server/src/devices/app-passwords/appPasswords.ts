import { createHash, createHmac, randomUUID } from 'node:crypto';
import type {
  AppPassword,
  AppPasswordScope,
  appPasswordRoutes,
  NewAppPassword,
} from '@lectern/shared-contracts/api/appPasswords.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { legibleSecret } from '../../people/auth/credentials/passwords.ts';
import { notifyFactorChange } from '../../people/auth/notifyFactorChange.ts';
import { requireConfirmed } from '../../people/auth/signIn.ts';
import { canonicalEmail, userRow } from '../../people/auth/users.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';
import type { AppPasswordsTable } from '../../store/accountTables.ts';
import { requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { removeOwn } from '../../store/ownRows.ts';
import { pageAnswer, pageOfShortList } from '../../store/paging/pages.ts';
import { changeRows } from '../../store/rows.ts';

/** 24 characters of 31 are 118 bits. */
const secretLength = 24;

type Row = AppPasswordsTable;

const asAppPassword = (
  { id, name, scopes, created_at, last_used_at }: Row,
  username: string,
): AppPassword => ({ id, name, scopes: JSON.parse(scopes), username, created_at, last_used_at });

/**
 * Creates a password for one device.
 * @throws AppError limit_reached
 */
async function addAppPassword(
  db: Db,
  { secret: serverSecret }: Pick<Config, 'secret'>,
  { userId, name, scopes, now }: { userId: string; name: string; scopes: AppPasswordScope[]; now: Date },
): Promise<NewAppPassword> {
  await requireRoom(db, userId, 'app_passwords');
  const secret = legibleSecret(secretLength);
  const row: Row = {
    id: randomUUID(),
    user_id: userId,
    name,
    scopes: JSON.stringify(scopes),
    secret_hash: keyedHash(serverSecret, 'secret', secret),
    sync_key_hash: keyedHash(serverSecret, 'sync key', md5(secret)),
    created_at: now.toISOString(),
    last_used_at: null,
  };
  await db.insertInto('app_passwords').values(row).execute();
  return { ...asAppPassword(row, (await userRow(db, userId)).email), secret };
}

/** Newest first. */
async function appPasswordsOf(db: Db, userId: string): Promise<AppPassword[]> {
  const rows = await db
    .selectFrom('app_passwords')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const { email } = await userRow(db, userId);
  return rows.map((row) => asAppPassword(row, email));
}

/** A user name with a password, or with the key that KOReader's sync protocol derives from it. */
export interface DeviceCredentials {
  username: string;
  /** 'sync key' is the MD5 of the password in lower-case hex. */
  kind: 'secret' | 'sync key';
  value: string;
}

interface UsedAppPassword {
  id: string;
  name: string;
  userId: string;
  email: string;
  scopes: AppPasswordScope[];
  lastUsedAt: string | null;
}

/** Finds the app password that matches the credentials; null when there is none. */
export async function findAppPassword(
  db: Db,
  { secret }: Pick<Config, 'secret'>,
  { username, kind, value }: DeviceCredentials,
): Promise<UsedAppPassword | null> {
  const row = await db
    .selectFrom('app_passwords')
    .innerJoin('users', 'users.id', 'app_passwords.user_id')
    .select([
      'app_passwords.id',
      'app_passwords.name',
      'app_passwords.user_id',
      'app_passwords.scopes',
      'app_passwords.last_used_at',
      'users.email',
      'users.suspended_at',
    ])
    .where(
      kind === 'secret' ? 'app_passwords.secret_hash' : 'app_passwords.sync_key_hash',
      '=',
      keyedHash(secret, kind, value),
    )
    .executeTakeFirst();
  if (row === undefined || row.email !== canonicalEmail(username)) return null;
  if (row.suspended_at !== null) throw new AppError('account_suspended');
  return {
    id: row.id,
    name: row.name,
    userId: row.user_id,
    email: row.email,
    scopes: JSON.parse(row.scopes),
    lastUsedAt: row.last_used_at,
  };
}

/** Updates the time of last use, at most once a minute. */
export async function recordUse(db: Db, { id, lastUsedAt }: UsedAppPassword, now: Date): Promise<boolean> {
  if (lastUsedAt !== null && Math.abs(now.getTime() - Date.parse(lastUsedAt)) < 60_000) return false;
  await changeRows(db, 'app_passwords', { id }, { last_used_at: now.toISOString() });
  return true;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Secrets are random, so a fast hash suffices; without the server's secret it cannot be computed. */
function keyedHash(serverSecret: string, kind: DeviceCredentials['kind'], value: string): string {
  return createHmac('sha256', serverSecret).update(`app password\n${kind}\n${value}`).digest('hex');
}

export const appPasswordHandlers: RouteHandlers<keyof typeof appPasswordRoutes> = {
  'GET /auth/app-passwords': async ({ db, user, query }) =>
    pageAnswer(pageOfShortList(query, await appPasswordsOf(db, user.id))),

  // Untransacted: secrets must not be stored with an Idempotency-Key.
  'POST /auth/app-passwords': {
    untransacted: true,
    async handle({ services, user, request, body }) {
      await requireConfirmed(services.db, user, services.now());
      return services.engine.withLock(user.id, async (db) => {
        const added = await addAppPassword(db, services.config, {
          userId: user.id,
          name: body.name.trim(),
          scopes: body.scopes,
          now: services.now(),
        });
        const event = { userId: user.id, factor: 'app_password', change: 'added' } as const;
        // Inside commit: a password that was never shown must not be kept.
        await notifyFactorChange(db, services, request, event);
        return added;
      });
    },
  },

  'DELETE /auth/app-passwords/:id': async ({ db, services, user, request, params }) => {
    if (!(await removeOwn(db, 'app_passwords', user.id, params.id))) throw new AppError('not_found');
    const event = { userId: user.id, factor: 'app_password', change: 'removed' } as const;
    await notifyFactorChange(db, services, request, event);
    return null;
  },
};

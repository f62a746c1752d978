import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { limits as bounds } from '@lectern/shared-contracts/domain/limits.ts';
import { sql } from 'kysely';
import type { Db } from '../../../store/db.ts';
import { addRows, changeRows, findRow, removeRows } from '../../../store/rows.ts';
import type { RefreshTokensTable } from '../../../store/schema.ts';

/**
 * Within this time the same token gets the same successor: the response may have been lost, or another tab may have
 * refreshed too.
 */
const graceMilliseconds = 30_000;
/** Tokens kept per session to detect reuse: enough for a page that stays open for five days. */
const keptTokens = 500;

type Row = RefreshTokensTable;

/** Days after which a session ends: when idle, and at the latest. */
interface SessionLimits {
  idleDays: number;
  maxDays: number;
}

type Rotation =
  | { outcome: 'rotated'; userId: string; sessionId: string; token: string; expiresAt: Date }
  | { outcome: 'unknown' }
  /** A token was used again after the grace period, so a thief may hold it or its successor. */
  | { outcome: 'reused'; userId: string };

/** Whether a token outlives the browser session. Its first letter says so, and successors inherit it. */
export const isPersistent = (token: string) => token.startsWith('l');

/** Starts a session with its first refresh token. A user has at most 200; the least recently used one ends. */
export async function startSession(
  db: Db,
  { lasting, ...begun }: Omit<NewToken, 'sessionId' | 'token' | 'startedAt'> & { lasting: boolean },
): Promise<{ sessionId: string; token: string; expiresAt: Date }> {
  const former = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('user_id', '=', begun.userId)
    .groupBy('session_id')
    .orderBy(({ fn }) => fn.max('created_at'), 'desc')
    .execute();
  for (const { session_id } of former.slice(bounds.signIns - 1)) await endSession(db, session_id);
  const token = `${lasting ? 'l' : 's'}${randomBytes(32).toString('base64url')}`;
  const sessionId = randomUUID();
  const expiresAt = await insert(db, { ...begun, sessionId, token, startedAt: begun.now });
  return { sessionId, token, expiresAt };
}

/**
 * Exchanges a token for its successor. The successor is derived from the token with the server's secret, so a
 * repeated request gets the same one without storing it. Reuse after the grace period ends the session. Call it under
 * the user's lock: two tabs may present the same token at once, or another device may be changing the password.
 */
export async function rotate(
  db: Db,
  { secret, token, now, limits }: { secret: string; token: string; now: Date; limits: SessionLimits },
): Promise<Rotation> {
  let presented = token;
  let row = await find(db, presented);
  if (row === undefined || row.expires_at <= now.toISOString() || endOf(row, limits) <= now)
    return { outcome: 'unknown' };
  // Follow the chain while each step is within the grace period: two tabs may be two steps apart.
  while (row.rotated_at !== null) {
    if (now.getTime() - Date.parse(row.rotated_at) > graceMilliseconds) {
      await endSession(db, row.session_id);
      return { outcome: 'reused', userId: row.user_id };
    }
    const successor = successorOf(secret, presented);
    const next = await find(db, successor);
    if (next === undefined) return { outcome: 'unknown' };
    if (next.rotated_at === null) return rotated(next, successor, endOf(next, limits));
    [presented, row] = [successor, next];
  }
  const successor = successorOf(secret, presented);
  await changeRows(db, 'refresh_tokens', { id: row.id }, { rotated_at: now.toISOString() });
  const expiresAt = await insert(db, {
    userId: row.user_id,
    sessionId: row.session_id,
    userAgent: row.user_agent,
    token: successor,
    now,
    startedAt: startOf(row),
    limits,
  });
  await forgetOldTokens(db, row.session_id);
  return rotated(row, successor, expiresAt);
}

/** Deletes the oldest tokens of a session beyond the limit, so that endless refreshing cannot fill the disk. */
async function forgetOldTokens(db: Db, sessionId: string): Promise<void> {
  const oldest = await db
    .selectFrom('refresh_tokens')
    .select('created_at')
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(keptTokens - 1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('created_at', '<', oldest.created_at)
    .execute();
}

/** The user and session of a refresh token; null when it is unknown. */
export async function ownerOf(db: Db, token: string): Promise<{ userId: string; sessionId: string } | null> {
  const row = await find(db, token);
  return row ? { userId: row.user_id, sessionId: row.session_id } : null;
}

/** The user of a session; null when it was signed out or has expired. */
export async function userOfSession(db: Db, sessionId: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** @returns the user; null when the session had already ended */
export async function endSession(db: Db, sessionId: string): Promise<string | null> {
  const ended = await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .returning('user_id')
    .execute();
  return ended[0]?.user_id ?? null;
}

/**
 * Signs a user out everywhere.
 * @returns the second from which access tokens must have been issued to be valid
 */
export async function endAllSessions(db: Db, userId: string, now: Date): Promise<number> {
  // The next second, so that tokens issued earlier in the current second are invalid too.
  const validFrom = Math.floor(now.getTime() / 1000) + 1;
  await removeRows(db, 'refresh_tokens', { user_id: userId });
  await changeRows(db, 'users', { id: userId }, { tokens_valid_from: validFrom });
  return validFrom;
}

function rotated(row: Row, token: string, expiresAt: Date): Rotation {
  return { outcome: 'rotated', userId: row.user_id, sessionId: row.session_id, token, expiresAt };
}

const startOf = ({ session_started_at, created_at }: Row) => new Date(session_started_at ?? created_at);

/** Uses the current settings, which may be stricter than when the token was issued. */
const endOf = (row: Row, limits: SessionLimits) => endAfter(startOf(row), new Date(row.created_at), limits);

function endAfter(startedAt: Date, usedAt: Date, { idleDays, maxDays }: SessionLimits): Date {
  return new Date(
    Math.min(usedAt.getTime() + idleDays * 86_400_000, startedAt.getTime() + maxDays * 86_400_000),
  );
}

function successorOf(secret: string, token: string): string {
  return `${token.slice(0, 1)}${createHmac('sha256', secret).update(`refresh\n${token}`).digest('base64url')}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function find(db: Db, token: string): Promise<Row | undefined> {
  return findRow(db, 'refresh_tokens', { token_hash: hashOf(token) });
}

interface NewToken {
  userId: string;
  sessionId: string;
  userAgent: string;
  token: string;
  now: Date;
  /** When the session began. */
  startedAt: Date;
  limits: SessionLimits;
}

async function insert(db: Db, { token, now, startedAt, limits, ...session }: NewToken): Promise<Date> {
  const expiresAt = endAfter(startedAt, now, limits);
  await addRows(db, 'refresh_tokens', {
    id: randomUUID(),
    user_id: session.userId,
    session_id: session.sessionId,
    token_hash: hashOf(token),
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    rotated_at: null,
    user_agent: session.userAgent.slice(0, 300),
    session_started_at: startedAt.toISOString(),
  });
  return expiresAt;
}

/**
 * The user's sessions, one per device, most recently used first.
 * @param sessionId the current session; null when another user asks
 */
export async function deviceSessions(
  db: Db,
  { id: userId, sessionId }: { id: string; sessionId: string | null },
  now: Date,
): Promise<DeviceSession[]> {
  const rows = await db
    .selectFrom('refresh_tokens')
    .select(({ fn }) => [
      'session_id',
      fn.max('user_agent').as('user_agent'),
      fn.min('session_started_at').as('started_at'),
      fn.min('created_at').as('created_at'),
      fn.max('created_at').as('last_seen'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .groupBy('session_id')
    .orderBy('last_seen', 'desc')
    .execute();
  return rows.map(({ session_id, user_agent, started_at, created_at, last_seen }) => ({
    id: session_id,
    current: session_id === sessionId,
    user_agent,
    created_at: started_at ?? created_at,
    last_seen,
  }));
}

/** The last remembered write of each of the user's sessions, and how many others waited on its device then. */
export async function lastWrites(
  db: Db,
  userId: string,
): Promise<Map<string, Required<Pick<DeviceSession, 'last_write_at' | 'waiting'>>>> {
  const newestFirst = db
    .selectFrom('idempotency')
    .select(['session_id', 'created_at', 'waiting'])
    .select(
      sql<number>`row_number() over (partition by session_id order by created_at desc, waiting)`.as('place'),
    )
    .where('user_id', '=', userId)
    .where('session_id', 'is not', null);
  const rows = await db.selectFrom(newestFirst.as('writes')).selectAll().where('place', '=', 1).execute();
  return new Map(
    rows.map(({ session_id, created_at, waiting }) => [
      session_id ?? '',
      { last_write_at: created_at, waiting },
    ]),
  );
}

/**
 * Ends one session of the user.
 * @returns false when the user has no such session
 */
export async function endDeviceSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const its = await db
    .selectFrom('refresh_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .limit(1)
    .executeTakeFirst();
  if (its === undefined) return false;
  await endSession(db, sessionId);
  return true;
}

import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import type { Db } from '../../store/db.ts';
import { endSession } from './credentials/refreshTokens.ts';

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

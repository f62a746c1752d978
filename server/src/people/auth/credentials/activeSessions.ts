import type { Db } from '../../../store/db.ts';
import { userOfSession } from './refreshTokens.ts';
import type { SignedUrlPurpose, SignedUrls } from './signedUrls.ts';

const maxCached = 10_000;
const age = 3_000;

/** Tells which sessions are still active. Used for signed URLs, of which a page may load hundreds at once. */
export function activeSessions(db: Db, now: () => Date) {
  const cache = new Map<string, { checkedAt: number; user: Promise<string | null> }>();
  return {
    /**
     * The user of a session; null when it has ended. Answers are cached for three seconds, so a URL stops working at
     * most that long after its session ends, on every replica.
     */
    userOf(sessionId: string): Promise<string | null> {
      const cached = cache.get(sessionId);
      // Guards against a clock that was set back.
      if (cached && Math.abs(now().getTime() - cached.checkedAt) < age) return cached.user;
      const user = userOfSession(db, sessionId, now());
      if (cache.size >= maxCached) cache.clear();
      cache.set(sessionId, { checkedAt: now().getTime(), user });
      user.catch(() => cache.delete(sessionId));
      return user;
    },
  };
}

export type ActiveSessions = ReturnType<typeof activeSessions>;

/** The user of a signature that matches the resource, has not expired, and belongs to an active session; else null. */
export async function userOfSignature(
  { signedUrls, activeSessions }: { signedUrls: SignedUrls; activeSessions: ActiveSessions },
  purpose: SignedUrlPurpose,
  subject: string,
  grant: string,
): Promise<string | null> {
  const sessionId = signedUrls.verify(purpose, subject, grant);
  return sessionId === null ? null : activeSessions.userOf(sessionId);
}

/**
 * Whether a sign-in is still valid.
 * @param id of the session, or of the app password of a device
 */
export async function isSignInOpen(db: Db, id: string, now: Date): Promise<boolean> {
  if ((await userOfSession(db, id, now)) !== null) return true;
  const device = await db
    .selectFrom('app_passwords')
    .innerJoin('users', 'users.id', 'app_passwords.user_id')
    .select('app_passwords.id')
    .where('app_passwords.id', '=', id)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  return device !== undefined;
}

import { sql } from 'kysely';
import { forgetOldResponses } from './http/api/idempotency.ts';
import { forgetEndedWindows } from './http/rateLimits/dbRateLimiter.ts';
import { abandonStaleUploads, forgetOldUploads } from './intake/uploads/recover.ts';
import { forgetOldReports } from './people/admin/reports.ts';
import { sendContact } from './people/admin/sendContact.ts';
import { confirmedMinutes } from './people/auth/confirmations.ts';
import { keptDays } from './people/auth/knownDevices.ts';
import { forgetOldLoads } from './people/routes/admin/remotes.ts';
import { forgetOldEvents } from './people/security/storedEvents.ts';
import { type ErrorLog, runInBackground } from './run/common/runInBackground.ts';
import type { Services } from './run/services/services.ts';
import { endHolds, runPendingBlobDeletes } from './store/blobs/pendingBlobDeletes.ts';
import type { Db } from './store/db.ts';

const hour = 3_600_000;

/** Rows that nobody needs after a time: where it stands, and how many milliseconds after it they are deleted. */
const expiring = [
  ['refresh_tokens', 'expires_at', 0],
  ['password_resets', 'expires_at', 0],
  ['invitations', 'expires_at', 0],
  ['sign_in_challenges', 'expires_at', 0],
  ['confirmations', 'confirmed_at', confirmedMinutes * 60_000],
  ['known_devices', 'last_seen_at', keptDays * 24 * hour],
  ['device_locks', 'expires_at', 0],
] as const;

/** Deletes the rows that nobody needs any more at a moment. */
export async function forgetExpired(db: Db, now: Date): Promise<void> {
  for (const [table, moment, kept] of expiring) {
    const horizon = new Date(now.getTime() - kept).toISOString();
    await sql`delete from ${sql.table(table)} where ${sql.ref(moment)} < ${horizon}`.execute(db);
  }
}

/** Deletes expired data, at startup and every hour. */
export async function startHousekeeping(services: Services, log: ErrorLog): Promise<{ stop(): void }> {
  const clear = async () => {
    const now = services.now();
    await endHolds(services);
    await runPendingBlobDeletes(services);
    await forgetOldResponses(services.db, now);
    await forgetExpired(services.db, now);
    await forgetOldLoads(services.db, now);
    await forgetEndedWindows(services.db, now);
    await forgetOldReports(services.db, now, services.config.reportDays);
    await forgetOldEvents(services.db, now, services.config.securityLogDays);
    await abandonStaleUploads(services);
    await forgetOldUploads(services);
    // Not awaited, so that a slow mail server does not delay the start.
    runInBackground(() => sendContact(services), log, 'a message could not be mailed');
  };
  await clear();
  const timer = setInterval(() => {
    runInBackground(clear, log, 'housekeeping failed');
  }, hour);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

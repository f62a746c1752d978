import { forgetOldReports } from './admin/reports.ts';
import { sendContact } from './admin/sendContact.ts';
import { forgetOldConfirmations } from './auth/confirmations.ts';
import { forgetExpiredTokens } from './auth/credentials/refreshTokens.ts';
import { forgetOldChallenges } from './auth/factors/challenges.ts';
import { forgetOldInvitations } from './auth/invitations.ts';
import { forgetOldDevices } from './auth/knownDevices.ts';
import { endHolds } from './blobs/holdDeletes.ts';
import { runPendingBlobDeletes } from './blobs/pendingBlobDeletes.ts';
import { type ErrorLog, runInBackground } from './common/runInBackground.ts';
import { forgetOldResponses } from './http/api/idempotency.ts';
import { forgetEndedWindows } from './rateLimits/dbRateLimiter.ts';
import { forgetOldLoads } from './routes/admin/remotes.ts';
import { forgetOldEvents } from './security/storedEvents.ts';
import type { Services } from './services/services.ts';
import { abandonStaleUploads, forgetOldUploads } from './uploads/recover.ts';
import { forgetExpiredLocks } from './webdav/deviceLocks.ts';

const hour = 3_600_000;

/** Deletes expired data, at startup and every hour. */
export async function startHousekeeping(services: Services, log: ErrorLog): Promise<{ stop(): void }> {
  const clear = async () => {
    const now = services.now();
    await endHolds(services);
    await runPendingBlobDeletes(services);
    await forgetOldResponses(services.db, now);
    await forgetExpiredTokens(services.db, now);
    await forgetExpiredLocks(services.db, now);
    await forgetOldDevices(services.db, now);
    await forgetOldInvitations(services.db, now);
    await forgetOldChallenges(services.db, now);
    await forgetOldConfirmations(services.db, now);
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

import { forgetOldReports } from './admin/reports.ts';
import { forgetOldChallenges } from './auth/factors/challenges.ts';
import { forgetOldConfirmations } from './auth/factors/confirmations.ts';
import { forgetOldInvitations } from './auth/invitations.ts';
import { forgetOldDevices } from './auth/knownDevices.ts';
import { forgetExpiredTokens } from './auth/refreshTokens.ts';
import { removeDoomedBlobs } from './blobs/doomed.ts';
import { forgetEndedWindows } from './http/dbRateLimiter.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { sendContact } from './mail/sendContact.ts';
import { forgetOldLoads } from './routes/remotes.ts';
import { type ErrorLog, runInBackground } from './runInBackground.ts';
import { forgetOldEvents } from './security/storedEvents.ts';
import type { Services } from './services.ts';
import { forgetOldUploads, giveUpStaleUploads } from './uploads/recover.ts';

const hour = 3_600_000;

/** Clears away what has had its time, at the start and every hour. */
export async function startHousekeeping(services: Services, log: ErrorLog): Promise<{ stop(): void }> {
  const clear = async () => {
    const now = services.now();
    await removeDoomedBlobs(services);
    await forgetOldAnswers(services.db, now);
    await forgetExpiredTokens(services.db, now);
    await forgetOldDevices(services.db, now);
    await forgetOldInvitations(services.db, now);
    await forgetOldChallenges(services.db, now);
    await forgetOldConfirmations(services.db, now);
    await forgetOldLoads(services.db, now);
    await forgetEndedWindows(services.db, now);
    await forgetOldReports(services.db, now, services.config.reportDays);
    await forgetOldEvents(services.db, now, services.config.securityLogDays);
    await giveUpStaleUploads(services);
    await forgetOldUploads(services);
    // Not waited for: a mail server that is slow must not keep the library from starting.
    runInBackground(() => sendContact(services), log, 'a message could not be mailed');
  };
  await clear();
  const timer = setInterval(() => {
    runInBackground(clear, log, 'housekeeping failed');
  }, hour);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

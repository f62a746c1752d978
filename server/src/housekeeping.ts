import { type RawBuilder, sql } from 'kysely';
import { retentionDays } from './http/api/idempotency.ts';
import { abandonStaleUploads, forgetOldUploads } from './intake/uploads/recover.ts';
import { sendContact, vitalsDays } from './people/admin/reports.ts';
import { keptDays } from './people/auth/knownDevices.ts';
import { confirmedMinutes } from './people/auth/signIn.ts';
import { type ErrorLog, runInBackground } from './run/common/runInBackground.ts';
import type { Config } from './run/config/config.ts';
import type { Services } from './run/services/services.ts';
import { endHolds, runPendingBlobDeletes } from './store/blobs/pendingBlobDeletes.ts';
import type { Db } from './store/db.ts';
import { keptDays as historyDays } from './store/history/things.ts';
import type { ReportsTable } from './store/schema.ts';

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
  ['idempotency', 'created_at', retentionDays * 24 * hour],
  ['rate_limits', 'ends_at', 0],
] as const;

/** Deletes the rows that nobody needs any more at a moment. */
export async function forgetExpired(db: Db, now: Date): Promise<void> {
  for (const [table, moment, kept] of expiring) {
    const horizon = new Date(now.getTime() - kept).toISOString();
    await sql`delete from ${sql.table(table)} where ${sql.ref(moment)} < ${horizon}`.execute(db);
  }
}

/** Rows of which only some are kept: the newest, and none older than some days. */
interface BoundedRows {
  table: 'remote_loads' | 'reports' | 'security_events';
  moment: 'at' | 'created_at';
  only: RawBuilder<unknown>;
  days: number;
  most: number;
}

/** Each kind has a share of its own, so that a flood of one never displaces the others. */
export function boundedRows({
  reportDays,
  securityLogDays,
}: Pick<Config, 'reportDays' | 'securityLogDays'>): BoundedRows[] {
  const report = (kind: ReportsTable['kind'], days: number, most: number): BoundedRows => ({
    table: 'reports',
    moment: 'created_at',
    only: sql`kind = ${kind}`,
    days,
    most,
  });
  const events = (only: RawBuilder<unknown>): BoundedRows => ({
    table: 'security_events',
    moment: 'at',
    only,
    days: securityLogDays,
    most: 50_000,
  });
  const byAdministrators = sql`kind in ('authz_admin', 'privilege_permissions_changed')`;
  return [
    report('problem', reportDays, 5_000),
    report('contact', reportDays, 5_000),
    report('vitals', vitalsDays, 50_000),
    { table: 'remote_loads', moment: 'created_at', only: sql`1 = 1`, days: 30, most: 200_000 },
    events(sql`by_strangers = 1`),
    events(sql`by_strangers = 0 and not ${byAdministrators}`),
    events(sql`by_strangers = 0 and ${byAdministrators}`),
  ];
}

export async function forgetBeyond(db: Db, now: Date, bounded: readonly BoundedRows[]): Promise<void> {
  for (const { table, moment, only, days, most } of bounded) {
    const [rows, at] = [sql.table(table), sql.ref(moment)];
    const before = new Date(now.getTime() - days * 24 * hour).toISOString();
    await sql`delete from ${rows} where ${only} and (${at} < ${before} or ${at} <= (
      select ${at} from ${rows} where ${only} order by ${at} desc limit 1 offset ${most}
    ))`.execute(db);
  }
}

/**
 * What was replaced or deleted long ago, but no corrections of sessions; the files of the books follow
 * (runPendingBlobDeletes).
 */
async function forgetOldHistory(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 24 * hour).toISOString();
  await db
    .deleteFrom('row_history')
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('at', '<', before(historyDays.usual)),
          or([eb('thing', '!=', 'session'), eb('event', '=', 'deleted')]),
        ]),
        and([eb('file_bytes', 'is not', null), eb('at', '<', before(historyDays.book))]),
      ]),
    )
    .execute();
}

/** Deletes expired data, at startup and every hour. */
export async function startHousekeeping(services: Services, log: ErrorLog): Promise<{ stop(): void }> {
  const clear = async () => {
    const now = services.now();
    await endHolds(services);
    await forgetExpired(services.db, now);
    await forgetOldHistory(services.db, now);
    await runPendingBlobDeletes(services);
    await forgetBeyond(services.db, now, boundedRows(services.config));
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

import { randomUUID } from 'node:crypto';
import type { RemoteFailures, RemoteHealth, remoteRoutes } from '@lectern/shared-contracts/api/remotes.ts';
import { networkOf } from '../../../http/rateLimits/authLimits.ts';
import type { RouteLimit } from '../../../http/rateLimits/rateLimit.ts';
import { ownAddressOf } from '../../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import type { Db } from '../../../store/db.ts';
import type { RemoteLoadsTable } from '../../../store/schema.ts';
import { canaries, deploySteps } from '../../admin/deploySteps.ts';
import { signRemoteLink } from '../../admin/remoteLinks.ts';

/** A visit sends one report each time its page is hidden. */
const limit: RouteLimit = { name: 'remote-loads', tries: 600, seconds: 3600, by: networkOf };
const day = 86_400_000;
const standardDays = 7;
const keptDays = 30;
/** Rows evaluated per request: enough for meaningful figures. */
const maxRowsRead = 50_000;
/** Stored rows. */
const maxKept = 200_000;
/** Rows of a response: clients may report versions that do not exist. */
const maxLines = 500;

export const remoteHandlers: RouteHandlers<keyof typeof remoteRoutes> = {
  'POST /remote-loads': {
    limit,
    async handle({ db, services, body }) {
      const created_at = services.now().toISOString();
      await db
        .insertInto('remote_loads')
        .values(
          body.loads.map(({ failed, ...load }) => ({
            ...load,
            id: randomUUID(),
            stage: failed?.stage ?? null,
            code: failed?.code ?? null,
            created_at,
          })),
        )
        .execute();
      return null;
    },
  },

  'POST /admin/remote-links': async ({ services, request, body }) => {
    const until = new Date(services.now().getTime() + body.days * day).toISOString();
    const link = signRemoteLink(services.config.secret, body.remotes, until);
    services.securityLog.record(request, 'authz_admin', null, {
      action: 'remote_link_created',
      value: body.remotes.slice(0, 200),
    });
    const query = new URLSearchParams({ ...link });
    return { url: `${ownAddressOf(request, services.config)}/?${query}`, expires_at: until };
  },

  'GET /admin/remotes': async ({ db, services, query }) => {
    const since = new Date(services.now().getTime() - (query.days ?? standardDays) * day).toISOString();
    const rows = await db
      .selectFrom('remote_loads')
      .selectAll()
      .where('created_at', '>=', since)
      .orderBy('created_at', 'desc')
      .limit(maxRowsRead)
      .execute();
    const steps = await deploySteps(services.config);
    return {
      items: healthOf(rows),
      failures: failuresByDay(rows),
      deploys: steps.filter(({ at }) => at >= since).reverse(),
      canaries: await canaries(services.config, steps),
    };
  },
};

/** Deletes loads older than 30 days, and those beyond the newest `limit`. */
export async function forgetOldLoads(db: Db, now: Date, limit = maxKept): Promise<void> {
  const before = new Date(now.getTime() - keptDays * day).toISOString();
  await db.deleteFrom('remote_loads').where('created_at', '<', before).execute();
  const surplus = await db
    .selectFrom('remote_loads')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(limit)
    .executeTakeFirst();
  if (surplus) await db.deleteFrom('remote_loads').where('created_at', '<=', surplus.created_at).execute();
}

/**
 * The versions with the most loads, by remote.
 * @param rows newest first
 */
function healthOf(rows: readonly RemoteLoadsTable[]): RemoteHealth[] {
  const groups = Map.groupBy(rows, ({ remote, version }) => `${remote} ${version}`);
  const ofRemote = new Map<string, number>();
  for (const { remote } of rows) ofRemote.set(remote, (ofRemote.get(remote) ?? 0) + 1);
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, maxLines)
    .flatMap((loads): RemoteHealth[] => {
      const [newest] = loads;
      if (newest === undefined) return [];
      const shown = loads.filter(({ stage }) => stage === null).map(({ milliseconds }) => milliseconds);
      const failure = loads.find(({ stage }) => stage !== null);
      return [
        {
          remote: newest.remote,
          version: newest.version,
          loads: loads.length,
          failures: loads.length - shown.length,
          share: loads.length / (ofRemote.get(newest.remote) ?? loads.length),
          median_ms: quantile(shown, 0.5),
          p75_ms: quantile(shown, 0.75),
          p95_ms: quantile(shown, 0.95),
          last_failure: failure
            ? {
                at: failure.created_at,
                expose: failure.expose,
                stage: failure.stage ?? '',
                code: failure.code ?? '',
              }
            : null,
          last_seen: newest.created_at,
        },
      ];
    })
    .sort((a, b) => a.remote.localeCompare(b.remote) || b.last_seen.localeCompare(a.last_seen));
}

/** Newest day first. */
function failuresByDay(rows: readonly RemoteLoadsTable[]): RemoteFailures[] {
  const failed = rows.filter(({ stage }) => stage !== null);
  const groups = Map.groupBy(failed, ({ created_at, remote, version, stage }) =>
    [created_at.slice(0, 10), remote, version, stage].join(' '),
  );
  const newest = [...groups.values()].slice(0, maxLines);
  return newest.flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            day: first.created_at.slice(0, 10),
            remote: first.remote,
            version: first.version,
            stage: first.stage ?? '',
            failures: 1 + rest.length,
          },
        ],
  );
}

/** The quantile by nearest rank; null without values. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

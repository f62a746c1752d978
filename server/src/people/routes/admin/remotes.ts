import { randomUUID } from 'node:crypto';
import type {
  ArrangedFill,
  DeployStep,
  PartChange,
  RegisteredPart,
  RemoteCanary,
  RemoteFailures,
  RemoteHealth,
  remoteRoutes,
} from '@lectern/shared-contracts/api/remotes.ts';
import { networkOf } from '../../../http/rateLimits/authLimits.ts';
import type { RouteLimit } from '../../../http/rateLimits/rateLimit.ts';
import { ownAddressOf } from '../../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import {
  changedEntry,
  chosenPlace,
  fillOrders,
  partChanges,
  type RegistryEntry,
  type RemoteChange,
  setFillOrders,
  setPartChanges,
} from '../../../http/static/registryChanges.ts';
import { type PublishedRegistry, publishedReader, readRegistry } from '../../../http/static/serveRegistry.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import type { Services } from '../../../run/services/services.ts';
import type { Db } from '../../../store/db.ts';
import type { RemoteLoadsTable } from '../../../store/schema.ts';
import { signRemoteLink } from '../../admin/remoteLinks.ts';

/** A visit sends one report each time its page is hidden. */
const limit: RouteLimit = { name: 'remote-loads', tries: 600, seconds: 3600, by: networkOf };
const day = 86_400_000;
const standardDays = 7;
/** Rows evaluated per request: enough for meaningful figures. */
const maxRowsRead = 50_000;
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

  'POST /admin/remote-links': async ({ services, request, body, record }) => {
    const until = new Date(services.now().getTime() + body.days * day).toISOString();
    const link = signRemoteLink(services.config.secret, body.remotes, until);
    record('authz_admin', null, { action: 'remote_link_created', value: body.remotes.slice(0, 200) });
    const query = new URLSearchParams({ ...link });
    return { url: `${ownAddressOf(request, services.config)}/?${query}`, expires_at: until };
  },

  'PUT /admin/part-states': async ({ db, services, body, record }) => {
    const { remote, state, version = '', why } = body;
    // Two administrators may do so at the same time.
    await services.engine.acquireLock(db, 'part_states');
    const others = (await partChanges(db)).filter((one) => one.remote !== remote);
    if (state === 'deployed') {
      await setPartChanges(db, others);
      record('authz_admin', null, { action: 'part_as_deployed', value: `${remote}: ${why}` });
      return null;
    }
    const change = { remote, state, version: state === 'disabled' ? '' : version, why };
    await checkChange(services.config, change, others);
    await setPartChanges(db, [...others, change]);
    const name = change.version === '' ? remote : `${remote} ${change.version}`;
    record('authz_admin', null, { action: `part_${state}`, value: `${name}: ${why}` });
    return null;
  },

  'PUT /admin/fills': async ({ db, services, body: { point, fills }, record }) => {
    const { isSigned } = await readRegistry(services.config);
    if (isSigned)
      throw new AppError('invalid_request', 'The registry is signed: what it lists cannot be ordered here.');
    await services.engine.acquireLock(db, 'fill_orders');
    const others = (await fillOrders(db)).filter((one) => one.point !== point);
    await setFillOrders(db, fills.length === 0 ? others : [...others, { point, fills }]);
    record('authz_admin', null, { action: 'fills_ordered', value: point });
    return null;
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
      canaries: await canaries(services.config, steps, await partChanges(db)),
      registered: await registeredParts(services, rows),
    };
  },
};

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

/** `npm run deploy` writes its history here, next to the registry (tools/lib/registry/registryFile.mjs). */
const historyFile = 'deploys.json';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses a step, dropping invalid fields; null when it is not a step at all. */
function stepOf(raw: unknown): DeployStep | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { at, remote, step, version, from, share, why, by, commit } = raw as Record<string, unknown>;
  if (!isText(at) || Number.isNaN(Date.parse(at)) || !isText(remote) || !isText(step) || !isText(version)) {
    return null;
  }
  return {
    at,
    remote,
    step,
    version,
    ...(isText(from) ? { from } : {}),
    ...(typeof share === 'number' ? { share } : {}),
    ...(isText(why) ? { why } : {}),
    ...(isText(by) ? { by } : {}),
    ...(isText(commit) ? { commit } : {}),
  };
}

const jsonOf = async (file: string, config: Config): Promise<unknown> =>
  JSON.parse(String(await (await publishedReader(config))(file)));

/** The history of deployments, oldest first; empty when it is missing or unreadable. */
async function deploySteps(config: Config): Promise<DeployStep[]> {
  try {
    const steps: unknown = await jsonOf(historyFile, config);
    return Array.isArray(steps) ? steps.flatMap((step) => stepOf(step) ?? []) : [];
  } catch {
    return [];
  }
}

/**
 * @param others changes of other remotes
 * @throws AppError invalid_request with a sentence about why a part cannot be changed so
 */
async function checkChange(
  config: Config,
  change: RemoteChange,
  others: readonly RemoteChange[],
): Promise<void> {
  const { remote, state, version } = change;
  const { remotes, isSigned } = await readRegistry(config);
  const refuse = (sentence: string) => new AppError('invalid_request', sentence);
  const entry = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
  if (entry === undefined) throw refuse(`${remote} is not deployed here.`);
  if (isSigned)
    throw refuse(`The registry is signed: npm run deploy -- ${remote} --rollback, by who has the key.`);
  if (state !== 'disabled') {
    if (!applies(entry, change))
      throw refuse(
        `${remote} ${version} is not in use any more, or there is no version before it. Reload the page.`,
      );
    return;
  }
  const isLeft = (name: string) =>
    name !== remote && !others.some((one) => one.remote === name && one.state === 'disabled');
  if (!Object.keys(remotes).some(isLeft)) throw refuse('One part has to stay.');
}

/**
 * The registry as it was published, with what administrators have changed.
 * @param rows loads, newest first
 */
async function registeredParts(
  { config, db, now }: Services,
  rows: readonly RemoteLoadsTable[],
): Promise<{ parts: RegisteredPart[]; fills: ArrangedFill[]; is_signed: boolean }> {
  const { remotes, isSigned } = await readRegistry(config);
  const since = new Date(now().getTime() - day).toISOString();
  const failed = rows.filter(({ stage, created_at }) => stage !== null && created_at >= since);
  const changes = new Map((await partChanges(db)).map((change) => [change.remote, change]));
  const parts = Object.entries(remotes).map(([remote, entry]): RegisteredPart => {
    const { version, team, contract, list } = entry.current?.description ?? {};
    const previous = entry.previous?.description?.version;
    const change = changes.get(remote);
    return {
      remote,
      team: isText(team) ? team : null,
      version: isText(version) ? version : '',
      previous: isText(previous) ? previous : null,
      contract: isText(contract) ? contract : '',
      digest: isText(list?.integrity) ? list.integrity : null,
      failures: failed.filter((load) => load.remote === remote).length,
      change: change && applies(entry, change) ? changeOf(change) : null,
    };
  });
  return { parts, fills: await arrangedFills(db, remotes), is_signed: isSigned };
}

/** A change ends when another version takes the place of the one that it names. */
const applies = (entry: RegistryEntry, change: RemoteChange): boolean =>
  change.state === 'disabled' || changedEntry(entry, change) !== null;

const changeOf = ({ remote: _, ...change }: RemoteChange): PartChange => change;

/** As the shell orders fills without an order. */
const defaultOrder = 100;
/** Of a remote; the shell shows none of a longer list. */
const maxFills = 40;

/** What the current versions add, by point, in the order in which it is shown. */
async function arrangedFills(db: Db, remotes: PublishedRegistry['remotes']): Promise<ArrangedFill[]> {
  const orders = await fillOrders(db);
  const fills = Object.entries(remotes).flatMap(([remote, { current }]) => {
    const listed = current?.description?.fills;
    return (Array.isArray(listed) ? (listed as unknown[]) : []).slice(0, maxFills).flatMap((each) => {
      const { point, expose, name, order: own } = (each ?? {}) as Partial<Record<string, unknown>>;
      if (!isText(point) || !isText(expose)) return [];
      const fill = `${remote}/${expose}`;
      const order = typeof own === 'number' ? own : defaultOrder;
      const place = chosenPlace(orders, point, fill) ?? { order, hidden: false };
      return [{ point, fill, name: isText(name) ? name : fill, ...place }];
    });
  });
  return fills
    .sort((a, b) => a.point.localeCompare(b.point) || a.order - b.order)
    .map(({ order: _, ...fill }) => fill);
}

/**
 * Versions in the registry that only some users get.
 * @param steps the history, oldest first: says when each canary began, and who started it
 * @param changes of administrators, who may have ended some
 */
async function canaries(
  config: Config,
  steps: readonly DeployStep[],
  changes: readonly RemoteChange[],
): Promise<RemoteCanary[]> {
  const { remotes } = await readRegistry(config);
  return Object.entries(remotes).flatMap(([remote, entry]) => {
    const version = entry.canary?.description?.version;
    const current = entry.current?.description?.version;
    const share = entry.canary?.share;
    if (!isText(version) || !isText(current) || typeof share !== 'number') return [];
    if (changes.some((change) => change.remote === remote && change.version === version)) return [];
    const own = steps.filter((step) => step.remote === remote);
    const others = own.findLastIndex((step) => step.version !== version);
    const began = own.slice(others + 1).find(({ step }) => step === 'canary');
    return [
      { remote, version, share, since: began?.at ?? null, current, ...(began?.by ? { by: began.by } : {}) },
    ];
  });
}

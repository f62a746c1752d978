import { Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

const RemoteName = Type.String({ pattern: '^mf-[a-z0-9-]{1,40}$' });

/** The result of loading a module of a remote. */
export const RemoteLoad = Closed({
  remote: RemoteName,
  version: Text(60),
  expose: Type.String({ pattern: '^\\w{1,60}$' }),
  /** Until it was shown or had failed. */
  milliseconds: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
  failed: Nullable(
    Closed({
      stage: OneOf('registry', 'gate', 'entry', 'init', 'page', 'render'),
      code: Text(60),
    }),
  ),
});
export type RemoteLoad = Static<typeof RemoteLoad>;

/** Statistics of a version of a remote, from users who allow analytics. */
export const RemoteHealth = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  loads: Type.Integer(),
  failures: Type.Integer(),
  /** Share of this remote's loads in these days, 0 to 1. */
  share: Type.Number(),
  /** Milliseconds until shown: median, 75th and 95th percentile. Null when it was never shown. */
  median_ms: Nullable(Type.Number()),
  p75_ms: Nullable(Type.Number()),
  p95_ms: Nullable(Type.Number()),
  last_failure: Nullable(
    Type.Object({ at: Timestamp, expose: Type.String(), stage: Type.String(), code: Type.String() }),
  ),
  last_seen: Timestamp,
});
export type RemoteHealth = Static<typeof RemoteHealth>;

/** Failures on one day (UTC), by stage. */
export const RemoteFailures = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  remote: Type.String(),
  version: Type.String(),
  stage: Type.String(),
  failures: Type.Integer(),
});
export type RemoteFailures = Static<typeof RemoteFailures>;

/** A step of `npm run deploy`. */
export const DeployStep = Type.Object({
  at: Timestamp,
  /** '*' for all remotes. */
  remote: Type.String(),
  /** 'deploy', 'canary', 'promote', 'rollback' or 'repair'. */
  step: Type.String(),
  /** The version that all users, or a share of them, get with this step. */
  version: Type.String(),
  /** The version replaced by a rollback. */
  from: Type.Optional(Type.String()),
  /** Share of the users, 0 to 1. */
  share: Type.Optional(Type.Number()),
  why: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  commit: Type.Optional(Type.String()),
});
export type DeployStep = Static<typeof DeployStep>;

/** A canary: a version for a share of the users, and the one for all others. */
export const RemoteCanary = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  /** Share of the users, 0 to 1. */
  share: Type.Number(),
  /** When it began; null when unknown. */
  since: Nullable(Timestamp),
  by: Type.Optional(Type.String()),
  /** The version for all others. */
  current: Type.String(),
});
export type RemoteCanary = Static<typeof RemoteCanary>;

/** What an administrator changed in what readers get of a remote. */
const PartChange = Type.Object({
  /** No version; the version before this one, or no trial of this one; this one on trial for everybody. */
  state: OneOf('disabled', 'rolled_back', 'promoted'),
  /** The version that was rolled back or promoted; '' of a disabled remote. */
  version: Type.String(),
  why: Type.String(),
});
export type PartChange = Static<typeof PartChange>;

/** A remote of the registry. */
export const RegisteredPart = Type.Object({
  remote: Type.String(),
  /** Who answers for it, as it says itself; null when it does not. */
  team: Nullable(Type.String()),
  version: Type.String(),
  /** The version before; null when there is none to go back to. */
  previous: Nullable(Type.String()),
  /** major.minor of the contract it was built for. */
  contract: Type.String(),
  /** Digest of the list of its files; null when the registry has none. */
  digest: Nullable(Type.String()),
  /** Failed loads of all versions in the last 24 hours. */
  failures: Type.Integer(),
  /** Null while readers get what was deployed. */
  change: Nullable(PartChange),
});
export type RegisteredPart = Static<typeof RegisteredPart>;

const FillId = Type.String({ pattern: '^mf-[a-z0-9-]{1,40}/[A-Za-z]\\w{0,59}$' });
const PointId = Type.String({ pattern: '^(shell|mf-[a-z0-9-]{1,40})/[a-z][a-z0-9-]{0,39}$' });

/** What a remote adds at a point, as administrators have arranged it. */
export const ArrangedFill = Type.Object({
  point: PointId,
  /** Remote and module: 'mf-lending/LendingTab'. */
  fill: FillId,
  name: Type.String(),
  hidden: Type.Boolean(),
});
export type ArrangedFill = Static<typeof ArrangedFill>;

/** 'mf-reader@1.2.0,mf-search@previous': versions that override the deployed ones. */
const VersionMix = Type.String({
  pattern:
    '^mf-[a-z0-9-]{1,40}@[0-9A-Za-z][0-9A-Za-z.+-]{0,59}(,mf-[a-z0-9-]{1,40}@[0-9A-Za-z][0-9A-Za-z.+-]{0,59}){0,9}$',
});

export const remoteRoutes = {
  'POST /remote-loads': route(
    'visitor',
    'How remotes loaded, from a browser whose reader allows analytics; nothing about the person',
    {
      body: Closed({
        /** Required: without consent nothing is stored. */
        consent: Type.Literal('analytics'),
        /** Version of the shell. */
        shell: Text(40),
        loads: Type.Array(RemoteLoad, { minItems: 1, maxItems: 50 }),
      }),
      ...nothing,
    },
  ),
  'POST /admin/remote-links': route(
    'admin',
    'Make a link that gives a browser other published versions of remotes, for some days',
    {
      body: Closed({ remotes: VersionMix, days: Type.Integer({ minimum: 1, maximum: 30 }) }),
      status: 201,
      response: Type.Object({ url: Type.String(), expires_at: Timestamp }),
    },
  ),
  'PUT /admin/part-states': route(
    'admin',
    'Disable a remote for all readers, roll a version of it back, give one on trial to everybody, or undo this',
    {
      body: Closed({
        remote: RemoteName,
        /** 'deployed' undoes a change. */
        state: OneOf('deployed', 'disabled', 'rolled_back', 'promoted'),
        /** The version that is rolled back or promoted. The state ends when another one is deployed in its place. */
        version: Type.Optional(Text(60)),
        why: Text(200),
      }),
      ...nothing,
    },
  ),
  'PUT /admin/fills': route('admin', 'Order what remotes add at a point, and hide some of it', {
    body: Closed({
      point: PointId,
      /** All that stand there, in order; one that is not named keeps its own place. */
      fills: Type.Array(Closed({ fill: FillId, hidden: Type.Boolean() }), { maxItems: 100 }),
    }),
    ...nothing,
  }),
  'GET /admin/remotes': route(
    'admin',
    'Load times and failures of each version of each remote in the last days, and what was deployed',
    {
      query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })) }),
      response: Type.Object({
        items: Type.Array(RemoteHealth),
        failures: Type.Array(RemoteFailures),
        /** In these days, newest first. */
        deploys: Type.Array(DeployStep),
        /** Current canaries. Missing from older servers. */
        canaries: Type.Optional(Type.Array(RemoteCanary)),
        /** The registry. Missing from older servers. */
        registered: Type.Optional(
          Type.Object({
            parts: Type.Array(RegisteredPart),
            /** By point, in the order in which they are shown. */
            fills: Type.Array(ArrangedFill),
            /** A signed registry is changed only by who has the key: no part can be changed here. */
            is_signed: Type.Boolean(),
          }),
        ),
      }),
    },
  ),
};

/** A flag declared in a remote's remote.json, such as 'mf-lending/new-shelf'. */
export const FlagName = Type.String({ pattern: '^mf-[a-z0-9-]{1,40}/[a-z][a-z0-9-]{0,39}$' });

/** For whom a flag is on. */
export const FlagRule = Closed({
  flag: FlagName,
  /** 'nobody' turns it off for all; 'share' is a fixed share of the users. */
  on: OneOf('nobody', 'administrators', 'share', 'everybody'),
  /** Share of the users, 0 to 1, for 'share' only. */
  share: Type.Number({ minimum: 0, maximum: 1 }),
});
export type FlagRule = Static<typeof FlagRule>;

const SettingValue = Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()]);

/** What the operator has set of the settings that a remote declares, by their name. */
export const PartSettings = Closed({
  remote: RemoteName,
  /** At most 40. Those that are not named have their default. */
  values: Type.Record(Type.String({ maxLength: 60 }), SettingValue),
});
export type PartSettings = Static<typeof PartSettings>;

export const flagRoutes = {
  'GET /flags': route('user', 'Feature flags of remotes that are on for this reader, and their settings', {
    response: Type.Object({
      on: Type.Array(Type.String()),
      /** The settings that the operator has changed. Missing from older servers. */
      settings: Type.Optional(Type.Array(PartSettings)),
    }),
  }),
  'PUT /admin/part-settings': route('admin', 'Set the settings of a remote, for all readers', {
    body: PartSettings,
    ...nothing,
  }),
  'GET /admin/flags': route('admin', 'For whom each feature flag is on, as far as somebody has set it', {
    response: Type.Object({ items: Type.Array(FlagRule) }),
  }),
  'PUT /admin/flags': route('admin', 'Set for whom a feature flag is on', { body: FlagRule, ...nothing }),
};

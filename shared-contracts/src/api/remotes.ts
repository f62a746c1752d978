import { NoContent, Nullable, route, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

const RemoteName = Type.String({ pattern: '^mf-[a-z0-9-]{1,40}$' });

/** How one load of something that a remote exposes went. */
export const RemoteLoad = Type.Object(
  {
    remote: RemoteName,
    version: Text(60),
    expose: Type.String({ pattern: '^\\w{1,60}$' }),
    /** Until it could be shown, or had failed. */
    milliseconds: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
    failed: Nullable(
      Type.Object(
        {
          stage: Type.Union([
            Type.Literal('registry'),
            Type.Literal('gate'),
            Type.Literal('entry'),
            Type.Literal('init'),
            Type.Literal('page'),
            Type.Literal('render'),
          ]),
          code: Text(60),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type RemoteLoad = Static<typeof RemoteLoad>;

/** One version of a remote, as the browsers of consenting readers found it. */
export const RemoteHealth = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  loads: Type.Integer(),
  failures: Type.Integer(),
  /** Of the loads of this remote in these days, 0 to 1. */
  share: Type.Number(),
  /** Milliseconds until shown: half of the loads were faster, 75 of 100, and 95 of 100. Null when none was shown. */
  median_ms: Nullable(Type.Number()),
  p75_ms: Nullable(Type.Number()),
  p95_ms: Nullable(Type.Number()),
  last_failure: Nullable(
    Type.Object({ at: Timestamp, expose: Type.String(), stage: Type.String(), code: Type.String() }),
  ),
  last_seen: Timestamp,
});
export type RemoteHealth = Static<typeof RemoteHealth>;

/** What failed on one day (UTC), by the stage at which it failed. */
export const RemoteFailures = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  remote: Type.String(),
  version: Type.String(),
  stage: Type.String(),
  failures: Type.Integer(),
});
export type RemoteFailures = Static<typeof RemoteFailures>;

/** One step of `npm run deploy`. */
export const DeployStep = Type.Object({
  at: Timestamp,
  /** '*' for all of them. */
  remote: Type.String(),
  /** 'deploy', 'canary', 'promote', 'rollback' or 'repair'. */
  step: Type.String(),
  /** That everybody has after it, or a share of the readers. */
  version: Type.String(),
  /** That was left, by a rollback. */
  from: Type.Optional(Type.String()),
  /** Of the readers, 0 to 1. */
  share: Type.Optional(Type.Number()),
  why: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  commit: Type.Optional(Type.String()),
});
export type DeployStep = Static<typeof DeployStep>;

/** A version that a share of the readers has, beside the one that the others have. */
export const RemoteCanary = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  /** Of the readers, 0 to 1. */
  share: Type.Number(),
  /** When the first readers got it; null where the history does not say it. */
  since: Nullable(Timestamp),
  by: Type.Optional(Type.String()),
  /** That the others have. */
  current: Type.String(),
});
export type RemoteCanary = Static<typeof RemoteCanary>;

/** 'mf-reader@1.2.0,mf-search@previous': versions of remotes in the place of those that are deployed. */
const VersionMix = Type.String({
  pattern:
    '^mf-[a-z0-9-]{1,40}@[0-9A-Za-z][0-9A-Za-z.+-]{0,59}(,mf-[a-z0-9-]{1,40}@[0-9A-Za-z][0-9A-Za-z.+-]{0,59}){0,9}$',
});

export const remoteRoutes = {
  'POST /remote-loads': route({
    summary: 'How remotes loaded, from a browser whose reader allows analytics; nothing about the person',
    access: 'visitor',
    body: Type.Object(
      {
        /** Without it nothing is stored. */
        consent: Type.Literal('analytics'),
        /** Version of the shell. */
        shell: Text(40),
        loads: Type.Array(RemoteLoad, { minItems: 1, maxItems: 50 }),
      },
      { additionalProperties: false },
    ),
    status: 204,
    response: NoContent,
  }),
  'POST /admin/remote-links': route({
    summary: 'Make a link that gives a browser other published versions of remotes, for some days',
    access: 'admin',
    body: Type.Object(
      { remotes: VersionMix, days: Type.Integer({ minimum: 1, maximum: 30 }) },
      { additionalProperties: false },
    ),
    status: 201,
    response: Type.Object({ url: Type.String(), expires_at: Timestamp }),
  }),
  'GET /admin/remotes': route({
    summary: 'Load times and failures of each version of each remote in the last days, and what was deployed',
    access: 'admin',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })) }),
    response: Type.Object({
      items: Type.Array(RemoteHealth),
      failures: Type.Array(RemoteFailures),
      /** In these days, newest first. */
      deploys: Type.Array(DeployStep),
      /** Under way now. Missing where the server is older. */
      canaries: Type.Optional(Type.Array(RemoteCanary)),
    }),
  }),
};

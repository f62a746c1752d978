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
  /** Milliseconds until shown: half of the loads were faster, and 95 of 100. Null when none was shown. */
  median_ms: Nullable(Type.Number()),
  p95_ms: Nullable(Type.Number()),
  last_failure: Nullable(
    Type.Object({ at: Timestamp, expose: Type.String(), stage: Type.String(), code: Type.String() }),
  ),
  last_seen: Timestamp,
});
export type RemoteHealth = Static<typeof RemoteHealth>;

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
  'GET /admin/remotes': route({
    summary: 'Load times and failures of each version of each remote in the last days',
    access: 'admin',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })) }),
    response: Type.Object({ items: Type.Array(RemoteHealth) }),
  }),
};

import { NoContent, route } from './route.ts';
import { type Static, Type } from './type.ts';

/** 'mf-lending/new-shelf': a flag of a remote, as its remote.json declares it. */
export const FlagName = Type.String({ pattern: '^mf-[a-z0-9-]{1,40}/[a-z][a-z0-9-]{0,39}$' });

/** For whom a part of a remote is switched on. */
export const FlagRule = Type.Object(
  {
    flag: FlagName,
    /** 'nobody' takes it back from all at once; 'share' is for so many of the readers, always the same ones. */
    on: Type.Union([
      Type.Literal('nobody'),
      Type.Literal('administrators'),
      Type.Literal('share'),
      Type.Literal('everybody'),
    ]),
    /** Of the readers, 0 to 1. Counts for 'share' alone. */
    share: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { additionalProperties: false },
);
export type FlagRule = Static<typeof FlagRule>;

export const flagRoutes = {
  'GET /flags': route({
    summary: 'Feature flags of remotes that are on for this reader',
    access: 'user',
    response: Type.Object({ on: Type.Array(Type.String()) }),
  }),
  'GET /admin/flags': route({
    summary: 'For whom each feature flag is on, as far as somebody has set it',
    access: 'admin',
    response: Type.Object({ items: Type.Array(FlagRule) }),
  }),
  'PUT /admin/flags': route({
    summary: 'Set for whom a feature flag is on',
    access: 'admin',
    body: FlagRule,
    status: 204,
    response: NoContent,
  }),
};

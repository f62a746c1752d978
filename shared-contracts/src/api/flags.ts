import { nothing, route } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

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

export const flagRoutes = {
  'GET /flags': route('user', 'Feature flags of remotes that are on for this reader', {
    response: Type.Object({ on: Type.Array(Type.String()) }),
  }),
  'GET /admin/flags': route('admin', 'For whom each feature flag is on, as far as somebody has set it', {
    response: Type.Object({ items: Type.Array(FlagRule) }),
  }),
  'PUT /admin/flags': route('admin', 'Set for whom a feature flag is on', { body: FlagRule, ...nothing }),
};

import type { flagRoutes } from '@lectern/shared-contracts/api/flags.ts';
import { flagRules, flagsOf, setFlagRule } from '../../admin/flags.ts';
import type { RouteHandlers } from '../../routing/route.ts';

export const flagHandlers: RouteHandlers<keyof typeof flagRoutes> = {
  'GET /flags': async ({ db, user }) => ({
    on: await flagsOf(db, { id: user.id, isAdmin: user.roles.includes('admin') }),
  }),

  'GET /admin/flags': async ({ db }) => ({ items: await flagRules(db) }),

  'PUT /admin/flags': async ({ db, services, request, body }) => {
    // Two administrators may set flags at the same time.
    await services.engine.acquireLock(db, 'feature_flags');
    await setFlagRule(db, body);
    services.securityLog.record(request, 'authz_admin', null, {
      action: 'flag_changed',
      value: `${body.flag} ${body.on}`,
    });
    return null;
  },
};

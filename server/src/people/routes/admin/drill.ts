import type { drillRoutes } from '@lectern/shared-contracts/api/drill.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { drillOfReader } from '../../../store/backup/drill/drillResults.ts';

export const drillHandlers: RouteHandlers<keyof typeof drillRoutes> = {
  'GET /backup-check': async ({ db, user }) => ({ last: await drillOfReader(db, user.id) }),

  'POST /admin/drill': {
    untransacted: true,
    async handle({ services, commit, record }) {
      const begun = await services.drills.start();
      record('authz_admin', null, { action: 'drill_started' });
      return commit(async () => begun);
    },
  },
};

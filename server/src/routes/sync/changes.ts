import type { changeRoutes } from '@lectern/shared-contracts/api/changes.ts';
import { revisionsOf } from '../../changes/revisions.ts';
import type { RouteHandlers } from '../../routing/route.ts';

export const changeHandlers: RouteHandlers<keyof typeof changeRoutes> = {
  'GET /changes': async ({ db, user }) => ({ revisions: await revisionsOf(db, user.id) }),
};

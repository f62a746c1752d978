import type { changeRoutes } from '@lectern/shared-contracts/api/changes.ts';
import type { drillRoutes } from '@lectern/shared-contracts/api/drill.ts';
import type { remoteRoutes } from '@lectern/shared-contracts/api/remotes.ts';
import type { exportRoutes, systemRoutes } from '@lectern/shared-contracts/api/system.ts';
import { type Examples, plain, refused } from './example.ts';

/** Requests to the server itself, and for all data of a reader. */
export const systemExamples: Examples<
  typeof systemRoutes & typeof remoteRoutes & typeof changeRoutes & typeof drillRoutes & typeof exportRoutes
> = {
  'GET /health': plain(),
  'GET /ready': plain(),
  'POST /reports': plain({ body: { version: '1', route: '/', error: 'x' } }),
  'POST /vitals': plain({
    body: {
      consent: 'analytics',
      version: '1',
      route: '/',
      metrics: [{ name: 'LCP', value: 5, rating: 'good' }],
    },
  }),
  'POST /contact': plain({ body: { name: 'N', email: 'n@example.org', message: 'Hello' } }),
  'POST /remote-loads': plain({
    body: {
      consent: 'analytics',
      shell: '1',
      loads: [{ remote: 'mf-library', version: '1', expose: 'Page', milliseconds: 5, failed: null }],
    },
  }),
  'POST /admin/remote-links': plain({ body: { remotes: 'mf-reader@previous', days: 7 } }),
  'PUT /admin/fills': plain({
    body: { point: 'shell/dashboard', fills: [{ fill: 'mf-lending/LendingWidget', hidden: false }] },
  }),
  'PUT /admin/part-states': plain({
    body: { remote: 'mf-lending', state: 'deployed', why: 'It works again' },
  }),
  'GET /admin/remotes': plain(),
  'GET /changes': plain(),
  'GET /backup-check': plain(),
  // There are no backups.
  'POST /admin/drill': refused(),
  'POST /export': plain({ body: {} }),
};

import { randomUUID } from 'node:crypto';
import type { systemRoutes } from '@lectern/shared-contracts/api/system.ts';
import { networkOf } from '../../../http/rateLimits/authLimits.ts';
import type { RouteLimit } from '../../../http/rateLimits/rateLimit.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { runInBackground } from '../../../run/common/runInBackground.ts';
import { unreachableParts } from '../../../run/watch/readiness.ts';
import type { Db } from '../../../store/db.ts';
import { addRows } from '../../../store/rows.ts';
import type { ReportsTable } from '../../../store/schema.ts';
import { sendContact } from '../../admin/reports.ts';

const limit = (name: string): RouteLimit => ({ name, tries: 30, seconds: 3600, by: networkOf });
/** Each page load sends one report. */
const vitalsLimit: RouteLimit = { name: 'vitals', tries: 600, seconds: 3600, by: networkOf };

export const systemHandlers: RouteHandlers<keyof typeof systemRoutes> = {
  'GET /health': async ({ services, reply }) => {
    // An app at an earlier origin that redirects here recognizes the server (client/src/pwa/serverAddress.ts).
    reply.header('access-control-allow-origin', '*');
    return { status: 'ok', version: services.config.version };
  },

  'GET /ready': async ({ services }) => {
    const away = await unreachableParts(services);
    if (away.length > 0)
      throw new AppError(
        'busy',
        undefined,
        away.map((field) => ({ field, message: 'does not answer' })),
      );
    return { status: 'ready', version: services.config.version };
  },

  'POST /reports': {
    limit: limit('report'),
    async handle({ db, services, body }) {
      await keep(db, 'problem', body, services.now());
      return null;
    },
  },

  'POST /vitals': {
    limit: vitalsLimit,
    async handle({ db, services, body }) {
      await keep(db, 'vitals', body, services.now());
      return null;
    },
  },

  'POST /contact': {
    untransacted: true,
    limit: limit('contact'),
    async handle({ services, request, body }) {
      await keep(services.db, 'contact', body, services.now());
      // Not awaited: the message is stored, and mail problems do not concern its sender.
      runInBackground(() => sendContact(services), request.log, 'a message could not be mailed');
      return null;
    },
  },
};

/** For the operator: shown in Administration and by `cli.ts reports`. */
async function keep(db: Db, kind: ReportsTable['kind'], body: object, now: Date): Promise<void> {
  await addRows(db, 'reports', {
    id: randomUUID(),
    kind,
    body: JSON.stringify(body),
    created_at: now.toISOString(),
    mailed_at: null,
  });
}

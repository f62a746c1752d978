import { randomUUID } from 'node:crypto';
import type { gamificationRoutes } from '@lectern/shared-contracts/api/gamification.ts';
import type { partRoutes } from '@lectern/shared-contracts/api/parts.ts';
import type { readingRoutes, sessionRoutes } from '@lectern/shared-contracts/api/sessions.ts';
import { type ExampleContext, type Examples, plain, refused } from './example.ts';

const now = () => new Date().toISOString();

/** Requests about reading sessions and rewards. */
export function readingExamples({
  admin,
  bookId,
}: ExampleContext): Examples<
  typeof sessionRoutes & typeof readingRoutes & typeof partRoutes & typeof gamificationRoutes
> {
  const newSession = async () =>
    (
      await admin.call('POST /reading/session', {
        body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0 },
      })
    ).id;
  const newGoal = async () =>
    (await admin.call('POST /api/gamification/goals', { body: { title: 'G', type: 'once', target: 5 } })).id;
  const reading = {
    book_id: bookId,
    started_at: '2026-01-01T00:00:00.000Z',
    finished_at: null,
    outcome: 'abandoned',
    rating: 3,
  } as const;
  const loans = { part: 'mf-lending', collection: 'loans' };
  const backend = { params: { part: 'mf-lending', '*': 'loans' } };
  const loan = { row: { to: 'Ann' }, created_at: now() };
  return {
    'GET /readings': plain(),
    'PUT /readings/:id': plain({ params: { id: randomUUID() }, body: reading }),
    'DELETE /readings/:id': async () => {
      const params = { id: randomUUID() };
      await admin.call('PUT /readings/:id', { params, body: reading });
      return { params };
    },
    'GET /parts/:part/rows/:collection': plain({ params: loans, query: { where: '{"to":"Ann"}' } }),
    'PUT /parts/:part/rows/:collection/:id': plain({ params: { ...loans, id: randomUUID() }, body: loan }),
    'DELETE /parts/:part/rows/:collection/:id': async () => {
      const params = { ...loans, id: randomUUID() };
      await admin.call('PUT /parts/:part/rows/:collection/:id', { params, body: loan });
      return { params };
    },
    'GET /parts/keys': plain(),
    // No backend is allowed.
    'GET /parts/:part/backend/*': refused(backend),
    'POST /parts/:part/backend/*': refused({ ...backend, body: {} }),
    'PUT /parts/:part/backend/*': refused({ ...backend, body: {} }),
    'DELETE /parts/:part/backend/*': refused(backend),
    'GET /reading/sessions': plain(),
    'GET /reading/days': plain(),
    'POST /reading/session': plain({
      body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0, notes: 'on the train' },
    }),
    'POST /api/reading/sessions/start': plain({ body: { book_id: bookId, page: 1 } }),
    'POST /api/reading/sessions/:id/end': async () => ({
      params: {
        id: (await admin.call('POST /api/reading/sessions/start', { body: { book_id: bookId, page: 1 } })).id,
      },
      body: { end_page: 5 },
    }),
    'PATCH /reading/sessions/:id': async () => ({ params: { id: await newSession() }, body: { seconds: 0 } }),
    'DELETE /reading/sessions/:id': async () => ({ params: { id: await newSession() } }),
    'GET /reading/sessions/:id/changes': async () => ({ params: { id: await newSession() } }),
    'GET /api/gamification/stats': plain(),
    'GET /api/gamification/achievements': plain(),
    'GET /api/gamification/goals': plain(),
    'GET /api/gamification/history': plain(),
    'GET /api/gamification/settings': plain(),
    'PUT /api/gamification/settings': plain({ body: { restDay: true } }),
    'GET /api/gamification/streak': plain(),
    'GET /api/gamification/week': plain(),
    'POST /api/gamification/actions': plain({ body: { action: 'daily_login', timestamp: now() } }),
    'POST /api/gamification/goals': plain({ body: { title: 'Ten', type: 'once', target: 10 } }),
    'PUT /api/gamification/goals/:id': async () => ({
      params: { id: await newGoal() },
      body: { progress: 0 },
    }),
    'DELETE /api/gamification/goals/:id': async () => ({ params: { id: await newGoal() } }),
  };
}

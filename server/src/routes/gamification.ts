import { randomUUID } from 'node:crypto';
import type { gamificationRoutes } from '@lectern/shared-contracts/api/gamification.ts';
import { ownGoalReward } from '@lectern/shared-contracts/domain/goals.ts';
import { AppError } from '../errors.ts';
import { achievementsOf } from '../gamification/award.ts';
import { defaultGoalId, goalOf, goalsOf } from '../gamification/goals.ts';
import { history } from '../gamification/ledger.ts';
import { recordEvent } from '../gamification/onEvent.ts';
import { type Reader, readerOf } from '../gamification/reader.ts';
import { settle } from '../gamification/settle.ts';
import { statsOf } from '../gamification/stats.ts';
import type { RouteContext, RouteHandlers } from '../http/route.ts';

/** Above what a day's offline reading sends at once, and below what a script would like. */
const actionLimit = { tries: 600, seconds: 60 };

type Key = keyof typeof gamificationRoutes;

/** Points, levels, achievements and goals. The server counts; a client only asks it to look. */
export const gamificationHandlers: RouteHandlers<Key> = {
  'GET /api/gamification/stats': async (context) => statsOf(context.db, await settledReader(context)),

  'GET /api/gamification/achievements': async (context) => ({
    items: await achievementsOf(context.db, await settledReader(context)),
  }),

  'GET /api/gamification/goals': async (context) => ({
    items: await goalsOf(context.db, await settledReader(context)),
  }),

  'GET /api/gamification/history': async (context) => {
    const reader = await settledReader(context);
    return { items: await history(context.db, reader.userId, context.query.limit ?? 50) };
  },

  'POST /api/gamification/actions': async ({ db, services, user, body }) => {
    services.limits.hit('gamification-actions', user.id, actionLimit);
    const { credited, unlocked } = await recordEvent(db, services, { userId: user.id, action: body.action });
    const stats = await statsOf(db, await readerOf(db, user.id, services.now()));
    return { credited, unlocked, stats };
  },

  'POST /api/gamification/goals': async ({ db, services, user, body }) => {
    const reader = await readerOf(db, user.id, services.now());
    if (body.deadline && Date.parse(body.deadline) <= reader.now.getTime()) {
      throw new AppError('invalid_request', 'A deadline lies ahead of you. Please choose a later day.', [
        { field: 'deadline', message: 'is in the past' },
      ]);
    }
    const id = body.id ?? randomUUID();
    await db
      .insertInto('goals')
      .values({
        id,
        user_id: user.id,
        title: body.title.trim() || body.title,
        description: body.description ?? '',
        type: body.type,
        unit: body.unit ?? 'minutes',
        target: body.target,
        reward: ownGoalReward,
        deadline: body.deadline ?? null,
        created_at: reader.now.toISOString(),
        completed_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return found(await goalOf(db, reader, id));
  },

  'PUT /api/gamification/goals/:id': async (context) => {
    const reader = await settledReader(context);
    return found(await goalOf(context.db, reader, context.params.id));
  },

  'DELETE /api/gamification/goals/:id': async ({ db, user, params }) => {
    if (params.id === defaultGoalId(user.id)) {
      throw new AppError('conflict', 'The daily goal that everybody begins with stays.');
    }
    const deleted = await db
      .deleteFrom('goals')
      .where('id', '=', params.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new AppError('not_found');
    return null;
  },
};

async function settledReader({
  db,
  services,
  user,
}: Pick<RouteContext<Key>, 'db' | 'services' | 'user'>): Promise<Reader> {
  const reader = await readerOf(db, user.id, services.now());
  await settle(db, reader);
  return reader;
}

function found<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found');
  return value;
}

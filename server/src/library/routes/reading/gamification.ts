import { randomUUID } from 'node:crypto';
import type { gamificationRoutes } from '@lectern/shared-contracts/api/gamification.ts';
import { ownGoalReward } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import type { RouteLimit } from '../../../http/rateLimits/rateLimit.ts';
import type { RouteContext, RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { requireRoom } from '../../../store/bounds.ts';
import { removeOwn } from '../../../store/ownRows.ts';
import { pageAnswer, pageOfShortList } from '../../../store/paging/pages.ts';
import { addOnce } from '../../../store/rows.ts';
import { achievementsOf } from '../../gamification/achievements.ts';
import { streakCalendar, weekSummary } from '../../gamification/calendar.ts';
import { defaultGoalId, goalOf, goalsOf } from '../../gamification/goals.ts';
import { history } from '../../gamification/ledger.ts';
import { type Recomputed, recompute, recordEvent, statsOf } from '../../gamification/recompute.ts';
import { saveSettings, settingsOf } from '../../gamification/settings.ts';
import { type UserCalendar, userCalendarOf } from '../../gamification/userCalendar.ts';

/** Above what a day of offline reading sends, and below what a script would send. */
const actionLimit: RouteLimit = {
  name: 'gamification-actions',
  tries: 600,
  seconds: 60,
  by: (request) => request.signedIn?.id ?? '',
};

type Key = keyof typeof gamificationRoutes;

/** Points, levels, achievements and goals. The server computes them; clients only trigger it. */
export const gamificationHandlers: RouteHandlers<Key> = {
  'GET /api/gamification/stats': async (context) => {
    const { calendar, recomputed } = await settledReader(context);
    return statsOf(context.db, calendar, recomputed);
  },

  'GET /api/gamification/achievements': async (context) => {
    const { calendar, recomputed } = await settledReader(context);
    return { items: await achievementsOf(context.db, calendar, recomputed.facts) };
  },

  'GET /api/gamification/goals': async (context) => {
    const { calendar, recomputed } = await settledReader(context);
    return pageAnswer(pageOfShortList(context.query, await goalsOf(context.db, calendar, recomputed.days)));
  },

  'GET /api/gamification/history': async (context) => {
    const { calendar } = await settledReader(context);
    return pageAnswer(await history(context.db, calendar.userId, context.query));
  },

  'GET /api/gamification/settings': ({ db, user }) => settingsOf(db, user.id),

  'PUT /api/gamification/settings': ({ db, user, body }) => saveSettings(db, user.id, body),

  'GET /api/gamification/streak': async ({ db, services, user, query }) =>
    streakCalendar(db, await userCalendarOf(db, user.id, services.now()), query.days ?? 42),

  'GET /api/gamification/week': async (context) => {
    const { calendar } = await settledReader(context);
    return weekSummary(context.db, calendar, context.query.ago ?? 0);
  },

  'POST /api/gamification/actions': {
    limit: actionLimit,
    async handle({ db, services, user, body }) {
      const event = { userId: user.id, action: body.action };
      const { calendar, ...recomputed } = await recordEvent(db, services, event);
      const { credited, unlocked } = recomputed;
      return { credited, unlocked, stats: await statsOf(db, calendar, recomputed) };
    },
  },

  'POST /api/gamification/goals': async ({ db, services, clock, user, body }) => {
    const calendar = await userCalendarOf(db, user.id, services.now());
    const set = goalSetAt(body.created_at && clock.toServer(body.created_at), calendar);
    if (body.deadline && Date.parse(body.deadline) <= set.getTime()) {
      throw new AppError(
        'invalid_request',
        'A deadline has to be in the future. Please choose a later day.',
        [{ field: 'deadline', message: 'is in the past' }],
      );
    }
    const id = body.id ?? randomUUID();
    await requireRoom(db, user.id, 'goals', { id });
    await addOnce(db, 'goals', {
      id,
      user_id: user.id,
      title: body.title.trim() || body.title,
      description: body.description ?? '',
      type: body.type,
      unit: body.unit ?? 'minutes',
      target: body.target,
      reward: ownGoalReward,
      deadline: body.deadline ?? null,
      created_at: set.toISOString(),
      completed_at: null,
    });
    return requireFound(await goalOf(db, calendar, id));
  },

  'PUT /api/gamification/goals/:id': async (context) => {
    const { calendar } = await settledReader(context);
    return requireFound(await goalOf(context.db, calendar, context.params.id));
  },

  'DELETE /api/gamification/goals/:id': async ({ db, user, params }) => {
    if (params.id === defaultGoalId(user.id)) {
      throw new AppError('conflict', 'The default daily goal can’t be deleted.');
    }
    if (!(await removeOwn(db, 'goals', user.id, params.id))) throw new AppError('not_found');
    return null;
  },
};

/** In milliseconds: a goal may be backdated by the longest plausible time offline. */
const goalsKeptFor = 30 * 86_400_000;

function goalSetAt(given: number | '' | undefined, { now, since }: UserCalendar): Date {
  // The default goal stays the oldest.
  const earliest = Math.max(since.getTime() + 1, now.getTime() - goalsKeptFor);
  return typeof given === 'number' ? new Date(Math.min(now.getTime(), Math.max(earliest, given))) : now;
}

async function settledReader({
  db,
  services,
  user,
}: Pick<RouteContext<Key>, 'db' | 'services' | 'user'>): Promise<{
  calendar: UserCalendar;
  recomputed: Recomputed;
}> {
  const calendar = await userCalendarOf(db, user.id, services.now());
  return { calendar, recomputed: await recompute(db, calendar) };
}

function requireFound<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found');
  return value;
}

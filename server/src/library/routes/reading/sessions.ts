import { randomUUID } from 'node:crypto';
import type { SessionChange, sessionRoutes } from '@lectern/shared-contracts/api/sessions.ts';
import { sql } from 'kysely';
import type { DeviceClock } from '../../../http/routing/deviceClock.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { uuidOf } from '../../../run/common/uuidOf.ts';
import { requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { countOf, findOwn, ownRow } from '../../../store/ownRows.ts';
import { byText, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { changeBook } from '../../books/changeBook.ts';
import { ownBook } from '../../books/ownBook.ts';
import { keepReplaced } from '../../conflicts/keepReplaced.ts';
import { revokeSession } from '../../gamification/credits.ts';
import { daysTouched, readingDays } from '../../gamification/readingDays.ts';
import { recompute } from '../../gamification/recompute.ts';
import { userCalendarOf } from '../../gamification/userCalendar.ts';
import {
  asSession,
  insertOnce,
  keepBefore,
  localTimesOf,
  type SessionRow,
  sizeOf,
  timeZoneOf,
  updateTimeZone,
} from '../../sessions/store.ts';
import { corrected, plausibleSeconds, refuseImpossible, startOf, timesOf } from '../../sessions/times.ts';

/** Maximum days of a response: twenty years. */
const maxDays = 7_320;

/** In milliseconds: a session further in the future is refused instead of shifted. */
const clockTolerance = 24 * 3_600_000;

interface Beginning {
  id: string;
  book_id?: string;
  page: number;
  started_at?: string;
  time_zone?: string;
}

/** @throws AppError not_found when no existing book is named */
async function begin(
  db: Db,
  userId: string,
  reported: Beginning,
  clock: DeviceClock,
  now: Date,
): Promise<SessionRow> {
  if (reported.book_id === undefined) throw new AppError('not_found');
  const book = await ownBook(db, userId, reported.book_id);
  const { started_at, device_started_at } = startOf(reported.started_at, clock, now);
  const time_zone = await timeZoneOf(db, userId, reported.time_zone);
  const session = await insertOnce(db, {
    id: reported.id,
    user_id: userId,
    book_id: book.id,
    book_title: book.title,
    ...localTimesOf(time_zone, started_at, null),
    device_started_at,
    seconds: 0,
    start_page: reported.page,
    end_page: null,
    pages_read: 0,
    notes: null,
  });
  await updateTimeZone(db, userId, session);
  if (started_at > (book.last_read ?? '')) await changeBook(db, book.id, { last_read: started_at });
  return session;
}

/** Reading sessions. Clients report the time, but never more than has really passed. */
export const sessionHandlers: RouteHandlers<keyof typeof sessionRoutes> = {
  'GET /reading/sessions': async ({ db, user, query }) => {
    let rows = db.selectFrom('reading_sessions').where('user_id', '=', user.id);
    if (query.book_id) rows = rows.where('book_id', '=', query.book_id);
    const total = await countOf(rows);
    const page = await readPage(query, { from: rows, ...latestFirst }, (rows) => rows.map(asSession));
    return pageAnswer(page, { total });
  },

  'GET /reading/days': async ({ db, user, query }) => {
    const { first, last } = query;
    const days = await readingDays(db, user.id, { ...(first ? { first } : {}), ...(last ? { last } : {}) });
    return { days: days.slice(-maxDays).map(({ day, seconds, pages }) => ({ day, seconds, pages })) };
  },

  'POST /api/reading/sessions/start': async ({ db, services, clock, user, body }) => {
    return asSession(
      await begin(db, user.id, { ...body, id: body.id ?? randomUUID() }, clock, services.now()),
    );
  },

  'POST /api/reading/sessions/:id/end': async ({ db, services, clock, user, params, body }) => {
    const now = services.now();
    const { book_id, started_at, time_zone } = body;
    // The start was refused or lost: the end has all the data.
    const session =
      (await findOwn(db, 'reading_sessions', user.id, params.id)) ??
      (await begin(db, user.id, { id: params.id, book_id, page: 0, started_at, time_zone }, clock, now));
    if (session.ended_at !== null) return asSession(session);
    const times = timesOf(session, body, clock, now);
    const zone = body.time_zone
      ? await timeZoneOf(db, user.id, body.time_zone)
      : (session.time_zone ?? (await timeZoneOf(db, user.id)));
    const pagesRead = body.end_page;
    const changed = {
      ...localTimesOf(zone, times.started_at, times.ended_at),
      device_started_at: null,
      seconds: await plausibleSeconds(db, user.id, times, now),
      pages_read: pagesRead,
      end_page: session.start_page + pagesRead,
      notes: body.notes ?? null,
      // Its points are still to be credited.
      settled: 0,
    };
    const bytes = sizeOf({ ...session, ...changed }) - session.bytes;
    await requireRoom(db, user.id, 'reading_sessions', { rows: 0, bytes });
    await db.updateTable('reading_sessions').set(changed).where('id', '=', session.id).execute();
    await updateTimeZone(db, user.id, { ...session, ...changed });
    await recompute(db, await userCalendarOf(db, user.id, now));
    return asSession({ ...session, ...changed });
  },

  'POST /reading/session': async ({ db, services, clock, user, body }) => {
    const book = await ownBook(db, user.id, body.book_id);
    const now = services.now().getTime();
    const [start, end] = [clock.toServer(body.started_at), clock.toServer(body.ended_at)];
    refuseImpossible(start, end, now + clockTolerance);
    // The clock of the device is ahead: shift the whole session.
    const ahead = Math.max(0, end - now);
    const [started, ended] = [start - ahead, end - ahead];
    const time_zone = await timeZoneOf(db, user.id, body.time_zone);
    const recorded = await insertOnce(db, {
      id: body.id ?? randomUUID(),
      user_id: user.id,
      book_id: book.id,
      book_title: book.title,
      ...localTimesOf(time_zone, new Date(started).toISOString(), new Date(ended).toISOString()),
      seconds: Math.min(body.seconds, Math.floor((ended - started) / 1_000)),
      start_page: 0,
      end_page: body.pages_read ?? 0,
      pages_read: body.pages_read ?? 0,
      notes: body.notes ?? null,
      by_hand: body.by_hand ? 1 : 0,
    });
    if (!body.by_hand) await updateTimeZone(db, user.id, recorded);
    await recompute(db, await userCalendarOf(db, user.id, services.now()));
    return asSession(recorded);
  },

  'PATCH /reading/sessions/:id': async ({ db, services, user, params, body }) => {
    const session = await ownRow(db, 'reading_sessions', user.id, params.id);
    const now = services.now();
    const changed = corrected(session, body, now);
    if (changed === null) return asSession(session);
    const bytes = sizeOf({ ...session, ...changed }) - session.bytes;
    await requireRoom(db, user.id, 'reading_sessions', { rows: 0, bytes });
    const book = await ownBook(db, user.id, session.book_id).catch(() => null);
    const resource = { id: session.id, userId: user.id, bookId: book?.id ?? null, name: session.book_title };
    const replaced = await keepReplaced(db, { kind: 'session', ...resource, stored: session }, body, now);
    await keepBefore(db, session);
    const walls = localTimesOf(
      session.time_zone ?? (await timeZoneOf(db, user.id)),
      changed.started_at,
      changed.ended_at,
    );
    const next = { ...changed, ...walls, edited_at: now.toISOString(), settled: 0 };
    await db.updateTable('reading_sessions').set(next).where('id', '=', session.id).execute();
    await recompute(db, await userCalendarOf(db, user.id, now), daysOf(session, walls));
    return { ...asSession({ ...session, ...next }), ...replaced };
  },

  'DELETE /reading/sessions/:id': async ({ db, services, user, params }) => {
    const session = await ownRow(db, 'reading_sessions', user.id, params.id);
    const now = services.now();
    await db.deleteFrom('reading_sessions').where('id', '=', session.id).execute();
    const calendar = await userCalendarOf(db, user.id, now);
    await revokeSession(db, user.id, session.id);
    await recompute(db, calendar, daysOf(session));
    return null;
  },

  'GET /reading/sessions/:id/changes': async ({ db, user, params, query }) => {
    const from = db
      .selectFrom('row_history')
      .where('user_id', '=', user.id)
      .where('thing', '=', 'session')
      .where('thing_id', '=', params.id);
    const order = [{ by: 'id', type: 'number' }] as const;
    const page = await readPage(query, { from, ...latestFirst, order }, (rows) =>
      rows.map(
        ({ id, thing_id, event, at, row }): SessionChange => ({
          id: uuidOf(`${user.id}\n${id}`),
          session_id: thing_id,
          changed_at: at,
          kind: event === 'deleted' ? 'deleted' : 'edited',
          before: asSession(JSON.parse(row)),
        }),
      ),
    );
    if (page.items.length === 0) await ownRow(db, 'reading_sessions', user.id, params.id);
    return pageAnswer(page);
  },
};

const latestFirst = {
  order: byText('started_at', 'id'),
  direction: 'desc',
  bytes: sql<number>`bytes`,
} as const;

/** The days that have changed. */
function daysOf(...sessions: Parameters<typeof daysTouched>[0][]): Set<string> {
  return new Set(sessions.flatMap(daysTouched));
}

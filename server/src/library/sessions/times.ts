import type { BodyOf } from '@lectern/shared-contracts/api/route.ts';
import type { sessionRoutes } from '@lectern/shared-contracts/api/sessions.ts';
import type { DeviceClock } from '../../http/routing/deviceClock.ts';
import { userRow } from '../../people/auth/users.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import type { SessionRow } from './store.ts';

type End = BodyOf<(typeof sessionRoutes)['POST /api/reading/sessions/:id/end']>;

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** How far a reported start may be from now to count as reported live. */
const liveToleranceMs = 60_000;

/**
 * The start of a session in server time, at the latest now. If it was not reported live (offline, or with a wrong
 * clock), the device's time is kept too, until the end arrives by the same clock.
 */
export function startOf(
  reported: string | undefined,
  clock: DeviceClock,
  now: Date,
): { started_at: string; device_started_at: string | null } {
  if (reported === undefined) return { started_at: now.toISOString(), device_started_at: null };
  const late = Math.abs(clock.toServer(reported) - now.getTime()) > liveToleranceMs;
  return {
    started_at: clock.timestamp(reported),
    device_started_at: late ? iso(Date.parse(reported)) : null,
  };
}

/**
 * Start, end and seconds read of a finished session in server time. The device measured the length, whatever its
 * clock. The end is at the latest now, and a start that was reported live is not moved.
 */
export function timesOf(
  session: Pick<SessionRow, 'started_at' | 'device_started_at'>,
  reported: End,
  clock: DeviceClock,
  now: Date,
): { started_at: string; ended_at: string; seconds: number } {
  const stored = Date.parse(session.started_at);
  const end = reported.ended_at === undefined ? now.getTime() : clock.toServer(reported.ended_at);
  const ended = Math.min(end, now.getTime());
  const began = reported.started_at ?? session.device_started_at;
  const span = began && reported.ended_at ? Date.parse(reported.ended_at) - Date.parse(began) : null;
  const read = (reported.seconds ?? 0) * 1_000;
  if (span === null || span < 0) {
    // The clock was set back meanwhile: limit the length to the elapsed server time.
    const until = end < stored ? Math.min(stored + read, now.getTime()) : ended;
    return times(stored, until, reported.seconds);
  }
  const first = ended - span;
  if (session.device_started_at !== null) return times(first, ended, reported.seconds);
  // Keeps the start, unless less time lies between it and the end than was read.
  return times(Math.min(Math.max(stored, first), ended - Math.min(read, span)), ended, reported.seconds);
}

function times(started: number, ended: number, seconds: number | undefined) {
  const until = Math.max(started, ended);
  const elapsed = Math.floor((until - started) / 1_000);
  return { started_at: iso(started), ended_at: iso(until), seconds: Math.min(seconds ?? elapsed, elapsed) };
}

/** Caps the time read by the age of the account. (Sessions from before registration earn no points.) */
export async function plausibleSeconds(
  db: Db,
  userId: string,
  { started_at, seconds }: { started_at: string; seconds: number },
  now: Date,
): Promise<number> {
  const { created_at } = await userRow(db, userId);
  if (started_at < created_at) return seconds;
  const { total } = await db
    .selectFrom('reading_sessions')
    .select((eb) => eb.fn.sum<number | string | null>('seconds').as('total'))
    .where('user_id', '=', userId)
    .where('by_hand', '=', 0)
    .where('started_at', '>=', created_at)
    .executeTakeFirstOrThrow();
  const here = Math.floor((now.getTime() - Date.parse(created_at)) / 1_000);
  return Math.max(0, Math.min(seconds, here - Number(total ?? 0)));
}

type Correction = BodyOf<(typeof sessionRoutes)['PATCH /reading/sessions/:id']>;
type Corrected = Pick<
  SessionRow,
  'started_at' | 'ended_at' | 'seconds' | 'pages_read' | 'end_page' | 'notes'
>;

/**
 * All in milliseconds since 1970.
 * @throws AppError invalid_request for a session that ends after `latest`, or before it starts
 */
export function refuseImpossible(started: number, ended: number, latest: number): void {
  if (ended > latest)
    throw new AppError('invalid_request', 'A reading session can’t be in the future.', [
      { field: 'ended_at', message: 'is in the future' },
    ]);
  if (started > ended)
    throw new AppError('invalid_request', 'A reading session can’t end before it starts.', [
      { field: 'started_at', message: 'is after ended_at' },
    ]);
}

/**
 * Applies a user's correction to a session; null when nothing changes. Time read never exceeds the time between start
 * and end, so shortening a session reduces it.
 */
export function corrected(session: SessionRow, reported: Correction, now: Date): Corrected | null {
  if (session.ended_at === null)
    throw new AppError('conflict', 'This session is still running. End it first, then correct it.');
  const started = new Date(reported.started_at ?? session.started_at);
  const ended = new Date(reported.ended_at ?? session.ended_at);
  refuseImpossible(started.getTime(), ended.getTime(), now.getTime());
  const elapsed = Math.floor((ended.getTime() - started.getTime()) / 1_000);
  const pages_read = reported.pages_read ?? session.pages_read;
  const changed: Corrected = {
    started_at: started.toISOString(),
    ended_at: ended.toISOString(),
    seconds: Math.min(reported.seconds ?? session.seconds, elapsed, 86_400),
    pages_read,
    end_page: session.start_page + pages_read,
    notes: reported.notes === undefined ? session.notes : reported.notes,
  };
  const same = (Object.keys(changed) as (keyof Corrected)[]).every((key) => changed[key] === session[key]);
  return same ? null : changed;
}

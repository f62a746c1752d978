import type { BodyOf } from '@lectern/shared-contracts/api/route.ts';
import type { sessionRoutes } from '@lectern/shared-contracts/api/sessions.ts';
import { AppError } from '../common/errors.ts';
import type { SessionRow } from './store.ts';

type Correction = BodyOf<(typeof sessionRoutes)['PATCH /reading/sessions/:id']>;
type Corrected = Pick<
  SessionRow,
  'started_at' | 'ended_at' | 'seconds' | 'pages_read' | 'end_page' | 'notes'
>;

/**
 * Applies a user's correction to a session; null when nothing changes. Time read never exceeds the time between start
 * and end, so shortening a session reduces it.
 */
export function corrected(session: SessionRow, reported: Correction, now: Date): Corrected | null {
  if (session.ended_at === null)
    throw new AppError('conflict', 'This session is still running. End it first, then correct it.');
  const started = new Date(reported.started_at ?? session.started_at);
  const ended = new Date(reported.ended_at ?? session.ended_at);
  if (ended.getTime() > now.getTime()) {
    throw new AppError('invalid_request', 'A reading session can’t be in the future.', [
      { field: 'ended_at', message: 'is in the future' },
    ]);
  }
  if (started.getTime() > ended.getTime()) {
    throw new AppError('invalid_request', 'A reading session can’t end before it starts.', [
      { field: 'started_at', message: 'is after ended_at' },
    ]);
  }
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

import type { SessionCorrection } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';

export interface SessionByHand {
  started_at: string;
  ended_at: string;
  seconds: number;
  pagesRead: number;
}

/** Local time as 'YYYY-MM-DDTHH:mm', the value of a datetime-local input. */
export function localMoment(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** IANA name of the local time zone, which decides the calendar day of a session. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The session from the form, or errors by field. */
export function sessionByHand(given: {
  /** As `localMoment` gives it. */
  started: string;
  minutes: number;
  pages: number;
  now: Date;
}): { session: SessionByHand; problem: null } | { session: null; problem: 'moment' | 'length' | 'future' } {
  const start = new Date(given.started);
  if (Number.isNaN(start.getTime())) return { session: null, problem: 'moment' };
  if (given.minutes < 1 || given.minutes > 24 * 60) return { session: null, problem: 'length' };
  const end = new Date(start.getTime() + given.minutes * 60_000);
  if (end.getTime() > given.now.getTime()) return { session: null, problem: 'future' };
  return {
    session: {
      started_at: start.toISOString(),
      ended_at: end.toISOString(),
      seconds: given.minutes * 60,
      pagesRead: given.pages,
    },
    problem: null,
  };
}

/** The form of a session: times as `localMoment` gives them, whole minutes. */
export interface SessionDraft {
  started: string;
  ended: string;
  minutes: number | null;
  pages: number | null;
}

export type DraftProblem = 'moment' | 'order' | 'future' | 'minutes';

/** The changed fields, or errors by field. Seconds that were not edited are left out. */
export function correctedSession(
  before: { startedAt: string; endedAt: string; seconds: number; pages: number },
  first: SessionDraft,
  draft: SessionDraft,
  now: Date,
): { change: SessionCorrection; problem: null } | { change: null; problem: DraftProblem } {
  const refused = (problem: DraftProblem) => ({ change: null, problem });
  const [start, end] = [new Date(draft.started), new Date(draft.ended)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return refused('moment');
  // The field shows minutes: unless it was edited, the exact time is kept.
  const startTime = draft.started === first.started ? before.startedAt : start.toISOString();
  const endTime = draft.ended === first.ended ? before.endedAt : end.toISOString();
  if (Date.parse(endTime) < Date.parse(startTime)) return refused('order');
  if (Date.parse(endTime) > now.getTime()) return refused('future');
  const lasted = Math.floor((Date.parse(endTime) - Date.parse(startTime)) / 1_000);
  const minutes = draft.minutes ?? Number.NaN;
  if (!(minutes >= 0 && minutes <= 24 * 60)) return refused('minutes');
  const seconds = minutes === first.minutes ? Math.min(before.seconds, lasted) : minutes * 60;
  if (seconds > lasted + 59) return refused('minutes');
  const totalSeconds = Math.min(seconds, lasted);
  return {
    change: {
      ...(startTime === before.startedAt ? {} : { startTime }),
      ...(endTime === before.endedAt ? {} : { endTime }),
      ...(totalSeconds === before.seconds ? {} : { totalSeconds }),
      ...((draft.pages ?? 0) === before.pages ? {} : { pagesRead: draft.pages ?? 0 }),
    },
    problem: null,
  };
}

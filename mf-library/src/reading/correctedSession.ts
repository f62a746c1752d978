import type { SessionCorrection } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';

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

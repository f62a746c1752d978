import type { SessionCorrection } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';

/** A session as its dialog has it: moments as `localMoment` gives them, whole minutes. */
export interface SessionDraft {
  started: string;
  ended: string;
  minutes: number | null;
  pages: number | null;
}

export type DraftProblem = 'moment' | 'order' | 'future' | 'minutes';

/** What the reader wants to be different, or what is wrong with it. Seconds that were not touched stay as they were. */
export function correctedSession(
  before: { startedAt: string; endedAt: string; seconds: number; pages: number },
  first: SessionDraft,
  draft: SessionDraft,
  now: Date,
): { change: SessionCorrection; problem: null } | { change: null; problem: DraftProblem } {
  const refused = (problem: DraftProblem) => ({ change: null, problem });
  const [start, end] = [new Date(draft.started), new Date(draft.ended)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return refused('moment');
  // A field shows minutes: one that was not touched means the moment itself.
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

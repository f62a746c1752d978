/**
 * A reading session in progress, as section 3 of the specification names its fields. Times are ISO 8601 strings.
 * Every rule takes the moment as an argument, so that the clock belongs to the caller.
 */
import { text } from '../text.ts';

export interface ActiveSession {
  book: { id: string; title: string; author: string; cover_url: string | null };
  sessionId: string;
  startTime: string;
  pagesRead: number;
  notes: string;
  backendSessionId: string | null;
  isPaused: boolean;
  pausedAt: string | null;
  /** Seconds read before the clock was last started. */
  accumulatedTime: number;
  /** When the clock was last started; the start, or the last resume. */
  resumedAt: string | null;
  lastUpdated: string;
  /** Time left out because the device was not seen in it; the reader may say that it was reading after all. */
  away?: Away | null;
}

/** From the last sign of life to the next one. */
export interface Away {
  from: string;
  to: string;
}

/**
 * How long a running clock goes on without a sign of life of its device. A browser that sleeps, has crashed or has put
 * the tab to rest gives none; one that merely works slowly, or has the tab in the background (a tick a minute), does.
 */
export const awayAfterSeconds = 10 * 60;

export interface FinishedSession extends ActiveSession {
  endTime: string;
  /** Whole minutes. */
  duration: number;
  totalSeconds: number;
}

/** Raised by `pauseSession` and `resumeSession`; the message is what a person reads. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
}

/** What a session needs to know of its book. */
export interface SessionStart {
  book: ActiveSession['book'];
  sessionId: string;
  /** The server's id of the session; null when nobody is signed in. */
  backendSessionId: string | null;
}

export function startSession({ book, sessionId, backendSessionId }: SessionStart, now: Date): ActiveSession {
  const at = now.toISOString();
  return {
    book: { id: book.id, title: book.title, author: book.author, cover_url: book.cover_url },
    sessionId,
    startTime: at,
    pagesRead: 0,
    notes: '',
    backendSessionId,
    isPaused: false,
    pausedAt: null,
    accumulatedTime: 0,
    resumedAt: at,
    lastUpdated: at,
  };
}

/** @throws SessionError text('No active session'). Pausing a paused session changes nothing. */
export function pauseSession(session: ActiveSession | null, now: Date): ActiveSession {
  if (session === null) throw new SessionError(text('No active session'));
  if (session.isPaused) return session;
  const at = now.toISOString();
  return {
    ...session,
    accumulatedTime: elapsedSeconds(session, now),
    isPaused: true,
    pausedAt: at,
    lastUpdated: at,
  };
}

/** @throws SessionError text('No paused session'). */
export function resumeSession(session: ActiveSession | null, now: Date): ActiveSession {
  if (session === null || !session.isPaused) throw new SessionError(text('No paused session'));
  const at = now.toISOString();
  return { ...session, isPaused: false, pausedAt: null, resumedAt: at, lastUpdated: at, away: null };
}

/**
 * The rule for sleep: a session whose device was last seen longer ago than `awayAfterSeconds` was paused then, and not
 * now. The night in between is no reading time, unless the reader says so (`countAway`).
 * @param lastSeen the last moment at which the clock was known to run
 */
export function noticeAbsence(session: ActiveSession, lastSeen: Date, now: Date): ActiveSession {
  const seen = Math.max(lastSeen.getTime(), Date.parse(session.resumedAt ?? session.startTime));
  if (session.isPaused || now.getTime() - seen <= awayAfterSeconds * 1000) return session;
  const from = new Date(seen);
  return { ...pauseSession(session, from), away: { from: from.toISOString(), to: now.toISOString() } };
}

/** The clock of the device was set by so many milliseconds: every time of the session is what the clock shows now. */
export function shiftSession(session: ActiveSession, milliseconds: number): ActiveSession {
  const moved = (time: string) => new Date(Date.parse(time) + milliseconds).toISOString();
  const { pausedAt, resumedAt, away } = session;
  return {
    ...session,
    startTime: moved(session.startTime),
    pausedAt: pausedAt === null ? null : moved(pausedAt),
    resumedAt: resumedAt === null ? null : moved(resumedAt),
    lastUpdated: moved(session.lastUpdated),
    ...(away ? { away: { from: moved(away.from), to: moved(away.to) } } : {}),
  };
}

/** So many milliseconds were no reading time: the device slept for a little, or its clock was set ahead. */
export function leaveOut(session: ActiveSession, milliseconds: number): ActiveSession {
  if (session.isPaused) return session;
  const since = Date.parse(session.resumedAt ?? session.startTime);
  return { ...session, resumedAt: new Date(since + milliseconds).toISOString() };
}

/** The reader was reading while the device slept: the time counts, and the session goes on. @throws SessionError */
export function countAway(session: ActiveSession | null, now: Date): ActiveSession {
  if (session === null || !session.away) throw new SessionError(text('No paused session'));
  const seconds = Math.floor((Date.parse(session.away.to) - Date.parse(session.away.from)) / 1000);
  return resumeSession({ ...session, accumulatedTime: session.accumulatedTime + seconds }, now);
}

/** A paused session ended when it was paused. @throws SessionError text('No active session'). */
export function stopSession(session: ActiveSession | null, now: Date): FinishedSession {
  if (session === null) throw new SessionError(text('No active session'));
  const totalSeconds = elapsedSeconds(session, now);
  const at = session.isPaused && session.pausedAt !== null ? session.pausedAt : now.toISOString();
  return {
    ...session,
    accumulatedTime: totalSeconds,
    lastUpdated: now.toISOString(),
    endTime: at,
    duration: Math.floor(totalSeconds / 60),
    totalSeconds,
  };
}

/** Pages turned; nothing but a positive whole number counts. */
export function addPagesRead(session: ActiveSession, pages: number, now: Date): ActiveSession {
  if (!Number.isFinite(pages) || pages < 1) return session;
  return { ...session, pagesRead: session.pagesRead + Math.floor(pages), lastUpdated: now.toISOString() };
}

/** Whole seconds read so far. A clock that was set back takes nothing away. */
export function elapsedSeconds(session: ActiveSession, now: Date): number {
  if (session.isPaused) return session.accumulatedTime;
  const since = Date.parse(session.resumedAt ?? session.startTime);
  const running = Math.floor((now.getTime() - since) / 1000);
  return session.accumulatedTime + Math.max(0, running || 0);
}

/** What a reader may put right about a finished session. Moments are ISO 8601. */
export interface SessionCorrection {
  startTime?: string;
  endTime?: string;
  totalSeconds?: number;
  pagesRead?: number;
  notes?: string;
}

/** The session as it really was: never longer than from its start to its end, which trims it at either end. */
export function correctSession(session: FinishedSession, change: SessionCorrection): FinishedSession {
  const next = { ...session, ...change };
  const lasted = Math.floor((Date.parse(next.endTime) - Date.parse(next.startTime)) / 1000);
  const totalSeconds = Math.max(0, Math.min(Math.floor(next.totalSeconds), lasted));
  return { ...next, totalSeconds, accumulatedTime: totalSeconds, duration: Math.floor(totalSeconds / 60) };
}

/** 4:05, or 1:04:05 from an hour on. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

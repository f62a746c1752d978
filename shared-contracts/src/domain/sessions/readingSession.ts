/**
 * A reading session in progress, with field names from section 3 of the specification. Times are ISO 8601 strings.
 * All functions take the current time as an argument.
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
  /** Seconds read before the last resume. */
  accumulatedTime: number;
  /** When the clock was last started: the start or the last resume. */
  resumedAt: string | null;
  lastUpdated: string;
  /** Time excluded because the device was asleep; the user may count it after all. */
  away?: Away | null;
}

/** From the last heartbeat to the next one. */
export interface Away {
  from: string;
  to: string;
}

/**
 * Without a heartbeat for this long, the session is paused. Sleeping, crashed or frozen tabs send none; slow or
 * background tabs do (once a minute).
 */
export const awayAfterSeconds = 10 * 60;

export interface FinishedSession extends ActiveSession {
  endTime: string;
  /** Whole minutes. */
  duration: number;
  totalSeconds: number;
}

/** Thrown by `pauseSession` and `resumeSession`; the message is for the user. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
}

/** What a session stores about its book. */
export interface SessionStart {
  book: ActiveSession['book'];
  sessionId: string;
  /** The server's id of the session; null when signed out. */
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

/** @throws SessionError text('No active session'). Pausing a paused session has no effect. */
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
 * Pauses a session retroactively if its last heartbeat is older than `awayAfterSeconds`. That time does not count,
 * unless the user says so (`countAway`).
 * @param lastSeen last time at which the clock was known to run
 */
export function pauseIfAway(session: ActiveSession, lastSeen: Date, now: Date): ActiveSession {
  const seen = Math.max(lastSeen.getTime(), Date.parse(session.resumedAt ?? session.startTime));
  if (session.isPaused || now.getTime() - seen <= awayAfterSeconds * 1000) return session;
  const from = new Date(seen);
  return { ...pauseSession(session, from), away: { from: from.toISOString(), to: now.toISOString() } };
}

/** Shifts all times of a session after the device's clock was changed. */
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

/** Excludes a short sleep, or a clock change, from the reading time. */
export function excludeTime(session: ActiveSession, milliseconds: number): ActiveSession {
  if (session.isPaused) return session;
  const since = Date.parse(session.resumedAt ?? session.startTime);
  return { ...session, resumedAt: new Date(since + milliseconds).toISOString() };
}

/**
 * Counts the time the device was asleep, and resumes the session.
 * @throws SessionError
 */
export function countAway(session: ActiveSession | null, now: Date): ActiveSession {
  if (session === null || !session.away) throw new SessionError(text('No paused session'));
  const seconds = Math.floor((Date.parse(session.away.to) - Date.parse(session.away.from)) / 1000);
  return resumeSession({ ...session, accumulatedTime: session.accumulatedTime + seconds }, now);
}

/**
 * A paused session ends when it was paused.
 * @throws SessionError text('No active session')
 */
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

/** Adds turned pages; ignores anything but a positive integer. */
export function addPagesRead(session: ActiveSession, pages: number, now: Date): ActiveSession {
  if (!Number.isFinite(pages) || pages < 1) return session;
  return { ...session, pagesRead: session.pagesRead + Math.floor(pages), lastUpdated: now.toISOString() };
}

/** Whole seconds read so far; never negative, even if the clock was set back. */
export function elapsedSeconds(session: ActiveSession, now: Date): number {
  if (session.isPaused) return session.accumulatedTime;
  const since = Date.parse(session.resumedAt ?? session.startTime);
  const running = Math.floor((now.getTime() - since) / 1000);
  return session.accumulatedTime + Math.max(0, running || 0);
}

/** User corrections of a finished session. Times are ISO 8601. */
export interface SessionCorrection {
  startTime?: string;
  endTime?: string;
  totalSeconds?: number;
  pagesRead?: number;
  notes?: string;
}

/** Applies a correction; the reading time is limited to the time between start and end. */
export function correctSession(session: FinishedSession, change: SessionCorrection): FinishedSession {
  const next = { ...session, ...change };
  const lasted = Math.floor((Date.parse(next.endTime) - Date.parse(next.startTime)) / 1000);
  const totalSeconds = Math.max(0, Math.min(Math.floor(next.totalSeconds), lasted));
  return { ...next, totalSeconds, accumulatedTime: totalSeconds, duration: Math.floor(totalSeconds / 60) };
}

/** 4:05, or 1:04:05 from one hour on. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * A reading session in progress, as section 3 of the specification names its fields. Times are ISO 8601 strings.
 * Every rule takes the moment as an argument, so that the clock belongs to the caller.
 */
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
}

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

/** @throws SessionError 'No active session'. Pausing a paused session changes nothing. */
export function pauseSession(session: ActiveSession | null, now: Date): ActiveSession {
  if (session === null) throw new SessionError('No active session');
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

/** @throws SessionError 'No paused session'. */
export function resumeSession(session: ActiveSession | null, now: Date): ActiveSession {
  if (session === null || !session.isPaused) throw new SessionError('No paused session');
  const at = now.toISOString();
  return { ...session, isPaused: false, pausedAt: null, resumedAt: at, lastUpdated: at };
}

/** @throws SessionError 'No active session'. */
export function stopSession(session: ActiveSession | null, now: Date): FinishedSession {
  if (session === null) throw new SessionError('No active session');
  const totalSeconds = elapsedSeconds(session, now);
  const at = now.toISOString();
  return {
    ...session,
    accumulatedTime: totalSeconds,
    lastUpdated: at,
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

/** 4:05, or 1:04:05 from an hour on. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

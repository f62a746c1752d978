import type {
  FinishedSessionRef,
  HostEvents,
  HostSession,
  HostSync,
  SessionBook,
} from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import {
  type ActiveSession,
  addPagesRead,
  correctSession,
  countAway,
  excludeTime,
  type FinishedSession,
  pauseIfAway,
  pauseSession,
  resumeSession,
  type SessionCorrection,
  shiftSession,
  startSession,
  stopSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { type SessionStats, sessionStats } from '@lectern/shared-contracts/domain/sessions/sessionStats.ts';
import { correctionOf } from '@lectern/shared-contracts/sync/sessions.ts';
import { clockJumps } from './clockJumps.ts';
import { createSessionStorage } from './sessionStorage.ts';

export interface SessionPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  userId: Readable<string | null>;
  /** Target of the `storage` events of other tabs. */
  otherTabs: Pick<EventTarget, 'addEventListener'>;
  enqueue: HostSync['enqueue'];
  track(action: string, data: Record<string, unknown>): void;
  events: HostEvents;
  now?: () => Date;
  /** How far the clock has jumped since the last call: clockJumps.ts. */
  jumped?: () => number;
  /** Runs work periodically while the clock is running; returns a function that stops it. */
  whileRunning?: Heartbeat;
  /** Runs work while no other tab changes the session. */
  withLock?<T>(work: () => T | Promise<T>): Promise<T>;
}

/**
 * The reading session of this browser. Every change is stored, so it survives reloads and crashes, and all tabs
 * show the same. Requests to the server go through the queue and do not affect the clock: their failures
 * never stop it.
 */
export function createSession(ports: SessionPorts): HostSession {
  const { storage, track, events, userId, now = () => new Date() } = ports;
  const { withLock = async (work) => work(), whileRunning = heartbeat, jumped = clockJumps() } = ports;
  const stored = createSessionStorage(storage);
  const server = createSessionSync(ports.enqueue);
  const active = createWritable<ActiveSession | null>(null);
  const history = createWritable<readonly FinishedSession[]>([]);
  const stats = createWritable<SessionStats>(sessionStats([], now()));
  const aside = createWritable(false);
  const user = () => userId.get() ?? '';

  /** The stored session, which another tab may have changed, without the time that nobody has read. */
  function current(): ActiveSession | null {
    const session = stored.active(user());
    if (session === null) return null;
    const seen = Math.max(stored.seen(user()), Date.parse(session.lastUpdated) || 0);
    const adjusted = adjustToClock(session, { seen, now: now(), jump: jumped() });
    if (adjusted !== session) {
      stored.setActive(user(), adjusted);
      stored.setSeen(user(), adjusted.isPaused ? Math.min(seen, now().getTime()) : now().getTime());
    }
    return adjusted;
  }

  /** Shows what is stored. */
  function load(): void {
    const session = current();
    if (JSON.stringify(session) !== JSON.stringify(active.get())) active.set(session);
    showHistory(stored.history(user()));
  }

  function showHistory(sessions: readonly FinishedSession[]): void {
    history.set(sessions);
    stats.set(sessionStats(sessions, now()));
  }

  function saveHistory(sessions: readonly FinishedSession[]): void {
    stored.setHistory(user(), sessions);
    showHistory(sessions);
  }

  /** Stores and shows the session; null when it has ended. */
  function save(session: ActiveSession | null): void {
    stored.setActive(user(), session);
    if (session) stored.setSeen(user(), now().getTime());
    active.set(session);
  }

  /** Stores that the clock is still running, without notifying subscribers. */
  function beat(): void {
    const session = current();
    if (session === null || session.isPaused) load();
    else if (now().getTime() - stored.seen(user()) >= 5_000) stored.setSeen(user(), now().getTime());
  }

  /** Changes finished sessions in this browser; an empty list removes one. */
  const changeHistory = (change: (session: FinishedSession) => FinishedSession | []): Promise<void> =>
    withLock(() => saveHistory(stored.history(user()).flatMap(change)));

  load();
  userId.subscribe(load);
  ports.otherTabs.addEventListener('storage', (event) => {
    const key = (event as StorageEvent).key;
    if (key === storageKeys.activeSession || key === storageKeys.sessionHistory) load();
  });
  keepBeating(active, () => whileRunning(beat));

  function finish(session: ActiveSession | null): void {
    const at = now();
    const finished = stopSession(session, at);
    save(null);
    saveHistory(stored.withFinished(user(), finished));
    const { book, endTime, duration, pagesRead } = finished;
    if (finished.backendSessionId) server.ended(finished, at);
    if (duration > 0) {
      const totals = { duration, sessionLength: duration, pagesRead, timestamp: endTime };
      track('reading_session_completed', { bookId: book.id, bookTitle: book.title, ...totals });
    }
    events.emit('bookUpdated', { bookId: book.id, action: 'stop_reading', status: 'paused' });
    events.emit('readingSessionCompleted', { session: finished, duration, pages: pagesRead });
  }

  return {
    active,
    history,
    stats,
    aside,
    keepAside: (isAside) => aside.set(isAside),
    start: (book) =>
      withLock(() => {
        const running = current();
        if (running?.book.id === book.id) return save(running);
        if (running) finish(running);
        const at = now();
        const sessionId = crypto.randomUUID();
        const backendSessionId = userId.get() === null ? null : sessionId;
        save(startSession({ book, sessionId, backendSessionId }, at));
        if (backendSessionId) server.started(sessionId, book, at);
        const data = { bookId: book.id, bookTitle: book.title, timestamp: at.toISOString() };
        track('reading_session_started', data);
        events.emit('bookUpdated', { bookId: book.id, action: 'start_reading', status: 'reading' });
      }),
    pause: () => withLock(() => save(pauseSession(current(), now()))),
    resume: () => withLock(() => save(resumeSession(current(), now()))),
    countAway: () => withLock(() => save(countAway(current(), now()))),
    stop: () => withLock(() => finish(current())),
    addPages(bookId, pages) {
      const session = current();
      if (session === null || session.book.id !== bookId) return;
      // Turning a page after a sleep resumes the session.
      const resumed = session.away ? resumeSession(session, now()) : session;
      save(addPagesRead(resumed, pages, now()));
    },
    // The write is queued at once: the reader may close the page before the lock is free.
    async correct(session, change) {
      await Promise.all([
        userId.get() !== null && server.corrected(session, change),
        changeHistory((finished) =>
          hasId(finished, session.id) ? correctSession(finished, change) : finished,
        ),
      ]);
    },
    async remove(session) {
      await Promise.all([
        userId.get() !== null && server.removed(session),
        changeHistory((finished) => (hasId(finished, session.id) ? [] : finished)),
      ]);
    },
  };
}

/** Runs the heartbeat while the session is running and not paused. */
function keepBeating(active: Readable<ActiveSession | null>, startBeating: () => () => void): void {
  let stopBeating: (() => void) | null = null;
  const update = () => {
    if (active.get()?.isPaused === false) stopBeating ??= startBeating();
    else {
      stopBeating?.();
      stopBeating = null;
    }
  };
  active.subscribe(update);
  update();
}

function hasId({ sessionId, backendSessionId }: FinishedSession, id: string): boolean {
  return sessionId === id || backendSessionId === id;
}

/** Calls `beat` periodically. @returns a function that stops it */
type Heartbeat = (beat: () => void) => () => void;

/** Much shorter than a sleep that must be detected, and long enough to cost nothing. */
const intervalMs = 15_000;

/**
 * Every 15 seconds, and whenever the page becomes visible: after a sleep the clock must be corrected immediately.
 */
const heartbeat: Heartbeat = (beat) => {
  const timer = setInterval(beat, intervalMs);
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') beat();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('pageshow', beat);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('pageshow', beat);
  };
};

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sends session changes to the server through the queue, which retries them. */
function createSessionSync(enqueue: HostSync['enqueue']) {
  /** Fire and forget: failures are not shown to the reader. */
  const send: (...write: Parameters<HostSync['enqueue']>) => void = (...write) => {
    enqueue(...write).catch(() => undefined);
  };
  return {
    started(sessionId: string, book: SessionBook, at: Date) {
      const started_at = at.toISOString();
      const changes = { is_reading: true, last_opened: started_at };
      send('UPDATE_BOOK', { bookId: book.id, changes, quiet: true });
      const page = book.current_page || 1;
      send('SESSION_START', { id: sessionId, bookId: book.id, page, started_at, time_zone: timeZone() });
    },
    ended(
      { sessionId, book, startTime, endTime, totalSeconds, pagesRead, notes }: FinishedSession,
      at: Date,
    ) {
      send('SESSION_END', {
        id: sessionId,
        bookId: book.id,
        bookTitle: book.title,
        started_at: startTime,
        ended_at: endTime,
        seconds: totalSeconds,
        pagesRead,
        notes: notes || null,
        time_zone: timeZone(),
      });
      const changes = { is_reading: true, status: 'paused' as const, last_opened: at.toISOString() };
      send('UPDATE_BOOK', { bookId: book.id, changes, quiet: true });
    },
    corrected: (session: FinishedSessionRef, change: SessionCorrection) =>
      enqueue('EDIT_SESSION', correctionOf(session, change)),
    removed: ({ id, bookId }: FinishedSessionRef) => enqueue('DELETE_SESSION', { id, bookId }),
  };
}

/**
 * Takes out of the session what the clock counts but nobody has read: jumps of the clock, and long absences.
 * @param seen when a page last stored that the session was running, in milliseconds since 1970
 * @param jump milliseconds by which the clock has jumped since the last call
 */
function adjustToClock(
  session: ActiveSession,
  { seen, now, jump }: { seen: number; now: Date; jump: number },
): ActiveSession {
  const sinceSeen = now.getTime() - seen;
  // The clock was turned back, here or while the page was closed, and no other tab has handled it yet.
  if (sinceSeen < 0) return shiftSession(session, jump < 0 ? jump : sinceSeen);
  const paused = pauseIfAway(session, new Date(seen), now);
  if (paused !== session || jump <= 0) return paused;
  return excludeTime(session, Math.min(jump, sinceSeen));
}

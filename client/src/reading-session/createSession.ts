import type { HostEvents, HostSession, HostSync } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import {
  type ActiveSession,
  addPagesRead,
  correctSession,
  countAway,
  type FinishedSession,
  pauseSession,
  resumeSession,
  startSession,
  stopSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { clockJumps } from './clockJumps.ts';
import { type Heartbeat, heartbeat } from './heartbeat.ts';
import { createSessionState, type SessionStatePorts } from './sessionState.ts';
import { createSessionSync } from './sessionSync.ts';

export interface SessionPorts extends Pick<SessionStatePorts, 'storage' | 'userId'> {
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
  const { track, events, userId, now = () => new Date() } = ports;
  const { withLock = async (work) => work(), whileRunning = heartbeat, jumped = clockJumps() } = ports;
  const state = createSessionState({ ...ports, now, jumped });
  const { active, history, stats, current, save } = state;
  const server = createSessionSync(ports.enqueue);
  const aside = createWritable(false);
  /** Changes finished sessions in this browser; an empty list removes one. */
  const changeHistory = (change: (session: FinishedSession) => FinishedSession | []): Promise<void> =>
    withLock(() => state.changeHistory(change));

  state.load();
  userId.subscribe(state.load);
  ports.otherTabs.addEventListener('storage', (event) => {
    const key = (event as StorageEvent).key;
    if (key === storageKeys.activeSession || key === storageKeys.sessionHistory) state.load();
  });
  keepBeating(active, () => whileRunning(state.beat));

  function finish(session: ActiveSession | null): void {
    const at = now();
    const finished = stopSession(session, at);
    save(null);
    state.addToHistory(finished);
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

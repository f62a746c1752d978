import {
  type ActiveSession,
  addPagesRead,
  type FinishedSession,
  pauseSession,
  resumeSession,
  startSession,
  stopSession,
} from '@lectern/shared-contracts/domain/readingSession.ts';
import { type SessionStats, sessionStats } from '@lectern/shared-contracts/domain/sessionStats.ts';
import type { HostEvents, HostSession, HostSync } from '@lectern/shared-contracts/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/storageKeys.ts';
import { createSessionStorage } from './sessionStorage.ts';

export interface SessionPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Where the `storage` events of other tabs arrive. */
  otherTabs: Pick<EventTarget, 'addEventListener'>;
  userId: Readable<string | null>;
  enqueue: HostSync['enqueue'];
  track(action: string, data: Record<string, unknown>): void;
  events: HostEvents;
  now?: () => Date;
}

/**
 * The one reading session of this browser. It is stored at every step, so it outlives a reload and a crash, and every
 * tab shows the same. What the server is told goes through the queue and is of no concern to the clock: a failure there
 * never stops it.
 */
export function createSession(ports: SessionPorts): HostSession {
  const { enqueue, track, events, userId, now = () => new Date() } = ports;
  const stored = createSessionStorage(ports.storage);
  const active = createWritable<ActiveSession | null>(null);
  const history = createWritable<readonly FinishedSession[]>([]);
  const stats = createWritable<SessionStats>(sessionStats([], now()));

  function load(): void {
    const user = userId.get() ?? '';
    active.set(stored.active(user));
    history.set(stored.history(user));
    stats.set(sessionStats(history.get(), now()));
  }
  function keep(session: ActiveSession | null): void {
    stored.setActive(userId.get() ?? '', session);
    active.set(session);
  }
  /** Told to the server when it can be; the reader is not troubled with it. */
  const tell = <P>(type: string, payload: P) => void enqueue(type, payload).catch(() => undefined);

  load();
  userId.subscribe(load);
  ports.otherTabs.addEventListener('storage', (event) => {
    const key = (event as StorageEvent).key;
    if (key === storageKeys.activeSession || key === storageKeys.sessionHistory) load();
  });

  const session: HostSession = {
    active,
    history,
    stats,
    async start(book) {
      if (active.get()?.book.id === book.id) return;
      if (active.get()) await session.stop();
      const at = now();
      const sessionId = crypto.randomUUID();
      const backendSessionId = userId.get() === null ? null : sessionId;
      keep(startSession({ book, sessionId, backendSessionId }, at));
      const started_at = at.toISOString();
      if (backendSessionId) {
        tell('UPDATE_BOOK', {
          bookId: book.id,
          changes: { is_reading: true, last_opened: started_at },
          quiet: true,
        });
        tell('SESSION_START', { id: sessionId, bookId: book.id, page: book.current_page || 1, started_at });
      }
      track('reading_session_started', { bookId: book.id, bookTitle: book.title, timestamp: started_at });
      events.emit('bookUpdated', { bookId: book.id, action: 'start_reading', status: 'reading' });
    },
    async pause() {
      keep(pauseSession(active.get(), now()));
    },
    async resume() {
      keep(resumeSession(active.get(), now()));
    },
    async stop() {
      const finished = stopSession(active.get(), now());
      keep(null);
      history.set(stored.addToHistory(userId.get() ?? '', finished));
      stats.set(sessionStats(history.get(), now()));
      const { book, sessionId, startTime, endTime, totalSeconds, duration, pagesRead, notes } = finished;
      if (finished.backendSessionId) {
        tell('SESSION_END', {
          id: sessionId,
          bookId: book.id,
          bookTitle: book.title,
          started_at: startTime,
          ended_at: endTime,
          seconds: totalSeconds,
          pagesRead,
          notes: notes || null,
        });
        const changes = { is_reading: true, status: 'paused', last_opened: endTime };
        tell('UPDATE_BOOK', { bookId: book.id, changes, quiet: true });
      }
      if (duration > 0) {
        const data = {
          bookId: book.id,
          bookTitle: book.title,
          duration,
          sessionLength: duration,
          pagesRead,
          timestamp: endTime,
        };
        track('reading_session_completed', data);
      }
      events.emit('bookUpdated', { bookId: book.id, action: 'stop_reading', status: 'paused' });
      events.emit('readingSessionCompleted', { session: finished, duration, pages: pagesRead });
    },
    addPages(bookId, pages) {
      const running = active.get();
      if (running && running.book.id === bookId) keep(addPagesRead(running, pages, now()));
    },
  };
  return session;
}

import type { HostEvents, HostSession, HostSync } from '../contract/host.ts';
import { createWritable } from '../contract/readable.ts';
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
} from '../domain/sessions/readingSession.ts';
import { type SessionStats, sessionStats } from '../domain/sessions/sessionStats.ts';
import { correctionOf } from '../sync/sessions.ts';

/** The real session rules in memory, on the test's clock. */
export function createTestSession(
  events: HostEvents,
  enqueue: HostSync['enqueue'] = async () => undefined,
): HostSession {
  const active = createWritable<ActiveSession | null>(null);
  const history = createWritable<readonly FinishedSession[]>([]);
  const stats = createWritable<SessionStats>(sessionStats([], new Date()));
  const aside = createWritable(false);
  let count = 0;
  return {
    active,
    history,
    stats,
    aside,
    keepAside: (wished) => aside.set(wished),
    async start(book) {
      count += 1;
      active.set(startSession({ book, sessionId: `session-${count}`, backendSessionId: null }, new Date()));
      events.emit('bookUpdated', { bookId: book.id, action: 'start_reading', status: 'reading' });
    },
    async pause() {
      active.set(pauseSession(active.get(), new Date()));
    },
    async resume() {
      active.set(resumeSession(active.get(), new Date()));
    },
    async stop() {
      const session = stopSession(active.get(), new Date());
      active.set(null);
      history.set([session, ...history.get()]);
      stats.set(sessionStats(history.get(), new Date()));
      events.emit('bookUpdated', { bookId: session.book.id, action: 'stop_reading', status: 'paused' });
      events.emit('readingSessionCompleted', {
        session,
        duration: session.duration,
        pages: session.pagesRead,
      });
    },
    addPages(bookId, pages) {
      const session = active.get();
      if (session?.book.id === bookId) active.set(addPagesRead(session, pages, new Date()));
    },
    async countAway() {
      active.set(countAway(active.get(), new Date()));
    },
    async correct(session, change) {
      history.set(
        history.get().map((one) => (one.sessionId === session.id ? correctSession(one, change) : one)),
      );
      stats.set(sessionStats(history.get(), new Date()));
      await enqueue('EDIT_SESSION', correctionOf(session, change));
    },
    async remove({ id, bookId }) {
      history.set(history.get().filter((session) => session.sessionId !== id));
      stats.set(sessionStats(history.get(), new Date()));
      await enqueue('DELETE_SESSION', { id, bookId });
    },
  };
}

import type { FinishedSessionRef, HostSync, SessionBook } from '@lectern/shared-contracts/contract/host.ts';
import type {
  FinishedSession,
  SessionCorrection,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { correctionOf } from '@lectern/shared-contracts/sync/sessions.ts';

/** Sends session changes to the server through the queue, which retries them. */
export interface SessionSync {
  started(sessionId: string, book: SessionBook, at: Date): void;
  ended(session: FinishedSession, at: Date): void;
  corrected(session: FinishedSessionRef, change: SessionCorrection): Promise<void>;
  removed(session: FinishedSessionRef): Promise<void>;
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function createSessionSync(enqueue: HostSync['enqueue']): SessionSync {
  /** Fire and forget: failures are not shown to the reader. */
  const send: (...write: Parameters<HostSync['enqueue']>) => void = (...write) => {
    enqueue(...write).catch(() => undefined);
  };
  return {
    started(sessionId, book, at) {
      const started_at = at.toISOString();
      const changes = { is_reading: true, last_opened: started_at };
      send('UPDATE_BOOK', { bookId: book.id, changes, quiet: true });
      const page = book.current_page || 1;
      send('SESSION_START', { id: sessionId, bookId: book.id, page, started_at, time_zone: timeZone() });
    },
    ended({ sessionId, book, startTime, endTime, totalSeconds, pagesRead, notes }, at) {
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
    corrected: (session, change) => enqueue('EDIT_SESSION', correctionOf(session, change)),
    removed: ({ id, bookId }) => enqueue('DELETE_SESSION', { id, bookId }),
  };
}

import type { ReadingSession } from '@lectern/shared-contracts/api/sessions.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { FinishedSession } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import type { Day } from './days.ts';

/** One finished session, wherever it was recorded. */
export interface ReadingRecord {
  id: string;
  bookId: string;
  bookTitle: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  pages: number;
  /** ISO 8601. */
  endedAt?: string;
  /** Added by hand, not timed. */
  byHand?: boolean;
  /** It was corrected. */
  edited?: boolean;
}

/**
 * The reader's sessions, newest first: from the server (all devices) and those of this browser
 * that are not sent yet.
 */
export function readingRecords(
  onServer: readonly ReadingSession[],
  here: readonly FinishedSession[],
): ReadingRecord[] {
  const finished = onServer.filter((session) => session.ended_at !== null);
  const known = new Set(finished.map(({ id }) => id));
  const moments = new Set(
    here.length === 0 ? [] : finished.map((session) => moment(session.book_id, session.started_at)),
  );
  const onlyHere = here.filter(
    (session) =>
      !known.has(session.backendSessionId ?? session.sessionId) &&
      !known.has(session.sessionId) &&
      !moments.has(moment(session.book.id, session.startTime)),
  );
  const records: ReadingRecord[] = [
    ...finished.map((session) => ({
      id: session.id,
      bookId: session.book_id,
      bookTitle: session.book_title,
      startedAt: session.started_at,
      seconds: session.seconds,
      pages: session.pages_read,
      endedAt: session.ended_at ?? session.started_at,
      byHand: session.by_hand === true,
      edited: Boolean(session.edited_at),
    })),
    ...onlyHere.map((session) => ({
      id: session.sessionId,
      bookId: session.book.id,
      bookTitle: session.book.title,
      startedAt: session.startTime,
      seconds: session.totalSeconds,
      pages: session.pagesRead,
      endedAt: session.endTime,
    })),
  ];
  // Parsed once each, since sorting compares them many times.
  return records
    .map((record) => ({ record, at: Date.parse(record.startedAt) }))
    .sort((a, b) => b.at - a.at)
    .map(({ record }) => record);
}

const days = new WeakMap<ReadingRecord, Day>();

/** The local day on which it began, cached. */
export function dayOfRecord(record: ReadingRecord): Day {
  const known = days.get(record);
  if (known !== undefined) return known;
  const day = dayOf(new Date(record.startedAt));
  days.set(record, day);
  return day;
}

/** Sessions of one book within 15 seconds are the same session. */
function moment(bookId: string, startedAt: string): string {
  return `${bookId} ${Math.round(Date.parse(startedAt) / 15_000)}`;
}

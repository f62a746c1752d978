import type { ReadingDay, ReadingSession } from '@lectern/shared-contracts/api/sessions.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import {
  type DayShare,
  shareByDay,
  wallClock,
} from '@lectern/shared-contracts/domain/sessions/readingDays.ts';
import type { FinishedSession } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useData, useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import { itemsOf } from '../../data/itemsOf.ts';

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
  /** IANA time zone where it was read; this browser's when missing. */
  timeZone?: string | null;
  /** Added by hand, not timed. */
  byHand?: boolean;
  /** Whether it was corrected. */
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
  const finishedIds = new Set(finished.map(({ id }) => id));
  const moments = new Set(
    here.length === 0 ? [] : finished.map((session) => moment(session.book_id, session.started_at)),
  );
  const onlyHere = here.filter(
    (session) =>
      !finishedIds.has(session.backendSessionId ?? session.sessionId) &&
      !finishedIds.has(session.sessionId) &&
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
      timeZone: session.time_zone ?? null,
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

/** A formatter for this browser's own zone would be slow. */
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The shares of a session by local day. */
export const daysOfRecord = remembered((record: ReadingRecord): readonly DayShare[] => {
  const { startedAt, endedAt, seconds, pages } = record;
  const zone = record.timeZone === ownZone ? null : record.timeZone;
  const [localStart, localEnd] = [wallClock(startedAt, zone), wallClock(endedAt ?? startedAt, zone)];
  return shareByDay({ localStart, localEnd, seconds, pages });
});

/** Sessions of one book within 15 seconds are the same session. */
function moment(bookId: string, startedAt: string): string {
  return `${bookId} ${Math.round(Date.parse(startedAt) / 15_000)}`;
}

/** Every finished session, newest first: those of this browser at once, then those of all devices. */
export function useReadingRecords(): {
  records: readonly ReadingRecord[];
  /** The server's figures by day; empty until they are loaded. */
  counted: readonly ReadingDay[];
  loading: boolean;
} {
  const history = useReadable(useHost().session.history);
  const sessions = useData(
    'GET /reading/sessions',
    { query: { limit: 1_000, offset: 0 } },
    { allPages: true },
  );
  const days = useData('GET /reading/days', {});
  const onServer = itemsOf(sessions);
  return {
    records: useMemo(() => readingRecords(onServer, history), [onServer, history]),
    counted: days.status === 'ready' ? days.value.days : none,
    loading: sessions.status === 'loading',
  };
}

const none: readonly ReadingDay[] = [];

import type { ReadingDay, ReadingSession } from '@lectern/shared-contracts/api/sessions.ts';
import type { FinishedSession } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { itemsOf } from '../data/itemsOf.ts';
import { type ReadingRecord, readingRecords } from './readingRecords.ts';

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
  return {
    records: joined(itemsOf(sessions), history),
    counted: days.status === 'ready' ? days.value.days : none,
    loading: sessions.status === 'loading',
  };
}

const none: readonly ReadingDay[] = [];

interface Joined {
  here: readonly FinishedSession[];
  records: readonly ReadingRecord[];
}

const cache = new WeakMap<readonly ReadingSession[], Joined>();

/**
 * Cached by session list, for all tabs.
 */
function joined(
  onServer: readonly ReadingSession[],
  here: readonly FinishedSession[],
): readonly ReadingRecord[] {
  const before = cache.get(onServer);
  if (before?.here === here) return before.records;
  const records = readingRecords(onServer, here);
  cache.set(onServer, { here, records });
  return records;
}

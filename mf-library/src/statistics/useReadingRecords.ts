import { useData, useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useMemo } from 'react';
import { itemsOf } from '../data/itemsOf.ts';
import { type ReadingRecord, readingRecords } from './readingRecords.ts';

/** Every finished session of the reader, newest first: at once those of this browser, then those of all devices. */
export function useReadingRecords(): { records: readonly ReadingRecord[]; loading: boolean } {
  const history = useReadable(useHost().session.history);
  const sessions = useData(
    'GET /reading/sessions',
    { query: { limit: 1_000, offset: 0 } },
    { allPages: true },
  );
  const records = useMemo(() => readingRecords(itemsOf(sessions), history), [sessions, history]);
  return { records, loading: sessions.status === 'loading' };
}

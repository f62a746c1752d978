import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import type { Entry } from './entries.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Tells the server that the reader is looking at the notes, so that none is unread on any device.
 * @returns ids of those that were unread when the page was opened: they stay marked while it is
 */
export function useSeenNotes(entries: readonly Entry[]): ReadonlySet<string> {
  const { api, data } = useHost();
  const [seen, setSeen] = useState(none);
  const unread = entries
    .filter((entry) => entry.unread && !seen.has(entry.id))
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (unread === '') return;
    setSeen((before) => new Set([...before, ...unread.split(' ')]));
    api
      .call('POST /notes/seen', {})
      .then(() => data.refresh('GET /notes'))
      // Without a network they stay unread on the server, and are said to be seen the next time.
      .catch(() => undefined);
  }, [unread, api, data]);
  return seen;
}

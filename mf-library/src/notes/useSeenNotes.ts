import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import type { Entry } from './entries.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Marks all notes as read when the page is opened.
 * @returns ids that were unread when the page was opened, which stay marked
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
      // Offline they stay unread on the server until the next visit.
      .catch(() => undefined);
  }, [unread, api, data]);
  return seen;
}

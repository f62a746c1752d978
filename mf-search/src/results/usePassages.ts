import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useEffect, useState } from 'react';

const mostPassages = 10;

export type PassageSearch =
  | { state: 'none' | 'searching' | 'unavailable' }
  | {
      state: 'done';
      passages: readonly Passage[];
      corrected: string | null;
      where: 'all' | 'downloaded';
    };

/**
 * Full text inside the books, asked of the server; while it cannot be asked, looked for in the downloaded ones.
 * `phrase` null asks nothing.
 */
export function usePassages(phrase: string | null): PassageSearch {
  const { api, network, offlineBooks } = useHost();
  const online = useReadable(network) === 'online';
  const [answer, setAnswer] = useState<PassageSearch>({ state: 'none' });
  useEffect(() => {
    if (phrase === null) return setAnswer({ state: 'none' });
    // An answer that comes after the question has changed is of no interest.
    let wanted = true;
    const show = (shown: PassageSearch) => wanted && setAnswer(shown);
    const inDownloaded = () =>
      offlineBooks.search(phrase, mostPassages).then(
        (passages) => show({ state: 'done', passages, corrected: null, where: 'downloaded' }),
        () => show({ state: 'unavailable' }),
      );
    setAnswer({ state: 'searching' });
    if (online) {
      api.call('GET /search', { query: { q: phrase, limit: mostPassages } }).then(
        ({ items, corrected = null }) => show({ state: 'done', passages: items, corrected, where: 'all' }),
        () => wanted && inDownloaded(),
      );
    } else void inDownloaded();
    return () => {
      wanted = false;
    };
  }, [api, phrase, online, offlineBooks]);
  return answer;
}

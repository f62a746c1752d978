import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useEffect, useState } from 'react';

const mostPassages = 10;

export type PassageSearch =
  | { state: 'none' | 'searching' | 'unavailable' }
  | { state: 'done'; phrase: string; passages: readonly Passage[] };

/** Full text inside the books, asked of the server. `phrase` null asks nothing. */
export function usePassages(phrase: string | null): PassageSearch {
  const { api, network } = useHost();
  const online = useReadable(network) === 'online';
  const [answer, setAnswer] = useState<PassageSearch>({ state: 'none' });
  useEffect(() => {
    if (phrase === null) return setAnswer({ state: 'none' });
    if (!online) return setAnswer({ state: 'unavailable' });
    // An answer that comes after the question has changed is of no interest.
    let wanted = true;
    setAnswer({ state: 'searching' });
    api.call('GET /search', { query: { q: phrase, limit: mostPassages } }).then(
      ({ items }) => wanted && setAnswer({ state: 'done', phrase, passages: items }),
      () => wanted && setAnswer({ state: 'unavailable' }),
    );
    return () => {
      wanted = false;
    };
  }, [api, phrase, online]);
  return answer;
}

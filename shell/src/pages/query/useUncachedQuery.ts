import { asHostError } from '@lectern/client/api/hostError.ts';
import { fetchWholeList, isWholeList } from '@lectern/client/api/wholeList.ts';
import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useEffect, useState } from 'react';

export interface UncachedQuery<T> {
  /** The last data, kept while refetching. */
  value: T | null;
  error: HostError | null;
  /** Refetches the data. */
  refetch: () => void;
}

/** A stable request for routes without parameters. */
export const noRequest = {};

/**
 * A query without a cache: data of other readers must not be stored in the browser. `request` must be a stable object.
 */
export function useUncachedQuery<K extends ReadKey>(
  key: K,
  request: CallRequest<K>,
): UncachedQuery<CallResponse<K>> {
  const { api } = useHost();
  const [value, setValue] = useState<CallResponse<K> | null>(null);
  const [error, setError] = useState<HostError | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let shown = true;
    const answer = isWholeList(key, request) ? fetchWholeList(api, key, request) : api.call(key, request);
    answer.then(
      (loaded) => {
        if (!shown) return;
        setValue(loaded);
        setError(null);
      },
      (failure) => shown && setError(asHostError(failure)),
    );
    return () => {
      shown = false;
    };
  }, [api, key, request, round]);

  return { value, error, refetch: useCallback(() => setRound((before) => before + 1), []) };
}

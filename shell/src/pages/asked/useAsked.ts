import { asHostError } from '@lectern/client/api/hostError.ts';
import { fetchWholeList, isWholeList } from '@lectern/client/api/wholeList.ts';
import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useEffect, useState } from 'react';

export interface Asked<T> {
  /** The last answer; it stays while another one is on its way. */
  value: T | null;
  error: HostError | null;
  /** Asks again. */
  again: () => void;
}

/**
 * A read that is asked of the server each time and kept nowhere: other people's addresses are not for the cache of a
 * browser. `request` must stay the same object while it means the same.
 */
export function useAsked<K extends ReadKey>(key: K, request: CallRequest<K>): Asked<CallResponse<K>> {
  const { api } = useHost();
  const [value, setValue] = useState<CallResponse<K> | null>(null);
  const [error, setError] = useState<HostError | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let shown = true;
    const asking = isWholeList(key, request) ? fetchWholeList(api, key, request) : api.call(key, request);
    asking.then(
      (answer) => {
        if (!shown) return;
        setValue(answer);
        setError(null);
      },
      (failure) => shown && setError(asHostError(failure)),
    );
    return () => {
      shown = false;
    };
  }, [api, key, request, round]);

  return { value, error, again: useCallback(() => setRound((before) => before + 1), []) };
}

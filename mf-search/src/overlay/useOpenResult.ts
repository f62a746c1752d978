import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useRef } from 'react';
import { destination, type SearchResult } from '../results/searchResult.ts';

/**
 * A function that opens a result and closes the overlay. It is stable: the list renders again for new results or
 * another active line only.
 * @param onOpen called before a result that is not a command is opened
 */
export function useOpenResult({ onClose, onOpen }: { onClose: () => void; onOpen: () => void }) {
  const { navigation } = useHost();
  const open = (result: SearchResult) => {
    if ('command' in result) {
      onClose();
      result.command.run();
      return;
    }
    onOpen();
    const { to, state } = destination(result);
    onClose();
    navigation.go(to, state === undefined ? undefined : { state });
  };
  const latest = useRef(open);
  latest.current = open;
  return useCallback((result: SearchResult) => latest.current(result), []);
}

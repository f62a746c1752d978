import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback } from 'react';
import { appVersion } from '../auth/appHeaders.ts';

/** Sends what went wrong to the operator: version, route, error, and nothing about the person. */
export function useReport() {
  const { api } = useHost();
  return useCallback(
    async (route: string, error: string, area: string) => {
      const body = { version: appVersion, route, error: error.slice(0, 4_000), area };
      await api.call('POST /reports', { body });
    },
    [api],
  );
}

import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';

/** A search parameter as state. Null removes it. */
export function useSearchParam(
  name: string,
): [string | null, (value: string | null, options?: { replace?: boolean }) => void] {
  const { navigation } = useHost();
  const { search } = useReadable(navigation.location);
  return [
    new URLSearchParams(search).get(name),
    (value, options) => {
      const { pathname, search: now } = navigation.location.get();
      const params = new URLSearchParams(now);
      if (value === null) params.delete(name);
      else params.set(name, value);
      const query = params.toString();
      navigation.go(query === '' ? pathname : `${pathname}?${query}`, options);
    },
  ];
}

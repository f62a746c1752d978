import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo } from 'react';
import { filterNames, type ShelfFilters } from '../books/shelfFilters.ts';

/** The filters, stored in the address: a reload, a link and Back keep them. */
export function useShelfFilters(): [ShelfFilters, (filters: ShelfFilters) => void] {
  const { navigation } = useHost();
  const { search } = useReadable(navigation.location);
  const filters = useMemo(() => {
    const params = new URLSearchParams(search);
    const filters: Record<string, string> = {};
    for (const name of filterNames) {
      const value = params.get(name);
      if (value) filters[name] = value;
    }
    return filters as ShelfFilters;
  }, [search]);
  return [
    filters,
    (next) => {
      const { pathname, search: now } = navigation.location.get();
      const params = new URLSearchParams(now);
      for (const name of filterNames) {
        const value = next[name];
        if (value === undefined) params.delete(name);
        else params.set(name, value);
      }
      const query = params.toString();
      navigation.go(query === '' ? pathname : `${pathname}?${query}`, { replace: true });
    },
  ];
}

import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo } from 'react';
import { useShell } from '../../host/shell.ts';
import { type Destination, destinationsOf, type NavigationPlace } from './destinations.ts';
import { type Counts, useCounts } from './useCounts.ts';

/** The navigation entries of a part of the frame, with their counts. */
export function useDestinations(
  place: NavigationPlace,
  isAdmin = false,
): { destinations: readonly Destination[]; counts: Counts } {
  const table = useReadable(useShell().routes.table);
  const destinations = useMemo(() => destinationsOf(table, place, isAdmin), [table, place, isAdmin]);
  return { destinations, counts: useCounts(destinations) };
}

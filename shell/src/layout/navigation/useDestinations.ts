import type { Host, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { BadgeDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useShell } from '../../host/shell.ts';
import { watchReads } from '../../routes/reads.ts';
import { type Destination, destinationsOf, type NavigationPlace } from './destinations.ts';

/** The navigation entries of a part of the frame, with their counts. */
export function useDestinations(
  place: NavigationPlace,
  isAdmin = false,
): { destinations: readonly Destination[]; counts: Counts } {
  const table = useReadable(useShell().routes.table);
  const destinations = useMemo(() => destinationsOf(table, place, isAdmin), [table, place, isAdmin]);
  return { destinations, counts: useCounts(destinations) };
}

/** Badge counts of the navigation entries, by path. */
type Counts = Readonly<Record<string, number>>;

const finished = new Set(['done', 'refused', 'failed']);

const pending = (uploads: readonly UploadItem[]) =>
  uploads.filter(({ state }) => !finished.has(state)).length;

/**
 * Badge counts of these entries; unknown ones are 0.
 * Rerenders when a count changes.
 */
function useCounts(destinations: readonly Destination[]): Counts {
  const host = useHost();
  const counted = useMemo(
    () => destinations.flatMap(({ path, badge }) => (badge ? [{ path, ...counterOf(host, badge) }] : [])),
    [host, destinations],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = counted.flatMap(({ sources }) => sources.map((source) => source.subscribe(listener)));
      return () => {
        for (const end of ends) end();
      };
    },
    [counted],
  );
  // Compared as text, so that an answer with the same counts does not rerender.
  const snapshot = () => JSON.stringify(counted.map(({ path, count }) => [path, count()]));
  const counts = useSyncExternalStore(subscribe, snapshot, snapshot);
  return useMemo(() => Object.fromEntries(JSON.parse(counts) as [string, number][]), [counts]);
}

function counterOf(
  { data, uploads }: Host,
  { read, where = {}, uploads: counted }: BadgeDescription,
): { sources: readonly Readable<unknown>[]; count: () => number } {
  if (counted) return { sources: [uploads.items], count: () => pending(uploads.items.get()) };
  const [list] = read ? watchReads(data, [read]) : [];
  if (!list) return { sources: [], count: () => 0 };
  const matches = (item: unknown) =>
    Object.entries(where).every(([name, value]) => (item as Record<string, unknown>)[name] === value);
  return {
    sources: [list],
    count() {
      const loaded = list.get();
      const items: unknown = loaded.status === 'ready' ? (loaded.value as { items?: unknown }).items : null;
      return Array.isArray(items) ? items.filter(matches).length : 0;
    },
  };
}

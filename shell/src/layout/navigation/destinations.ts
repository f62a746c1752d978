import type { Host, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { BadgeDescription, NavigationDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import type { LucideIcon } from 'lucide-react';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useShell } from '../../host/shell.ts';
import { watchReads } from '../../routes/reads.ts';
import type { RouteTable } from '../../routes/routeTypes.ts';
import { iconOf } from './icons.ts';

/** Parts of the frame that show navigation entries. */
type NavigationPlace = 'rail' | 'bar' | 'quick';

export interface Destination extends Omit<NavigationDescription, 'icon'> {
  path: string;
  icon: LucideIcon;
  /** For the bottom bar and the quick menu, which have less room. */
  shortLabel: string;
}

/** Maximum entries of the bottom bar; further ones are in the rail and the quick menu. */
const maxBarEntries = 5;

/** The entries of a part of the frame, in order [LY-01, LY-04, LG-09]. */
function destinationsOf(
  { routes }: Pick<RouteTable, 'routes'>,
  place: NavigationPlace,
  isAdmin: boolean,
): readonly Destination[] {
  const entries = routes
    .flatMap(({ path, navigation }) => (navigation ? [{ path, ...navigation }] : []))
    .filter(({ adminOnly, ...entry }) => entry[place] !== undefined && (isAdmin || !adminOnly))
    .sort((a, b) => (a[place] ?? 0) - (b[place] ?? 0))
    .map((entry) => ({ ...entry, icon: iconOf(entry.icon), shortLabel: entry.shortLabel ?? entry.label }));
  return place === 'bar' ? entries.slice(0, maxBarEntries) : entries;
}

/** Whether the current path is this one or below it. */
export function isCurrent(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

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

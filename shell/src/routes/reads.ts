import type { CallRequest, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostData, Loadable, WatchOptions } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { navigationReads } from '../layout/destinations.ts';
import { settled } from '../state/settled.ts';
import type { FoundRoute, Routes } from './routeTypes.ts';

/** Milliseconds for which an answer is held for a page that is still on its way. */
const holdMs = 20_000;

/** A read as HostData.watch takes it. */
export interface DescribedRead {
  key: ReadKey;
  request: CallRequest<ReadKey>;
  options: WatchOptions;
}

/**
 * The read that a description means.
 * @param params of the path; null when one that it needs is missing.
 */
export function readOf(
  { key, params: named, query, allPages }: ReadDescription,
  params: Readonly<Record<string, string>> = {},
): DescribedRead | null {
  const entries = Object.entries(named ?? {}).map(([name, value]) => [
    name,
    value.startsWith(':') ? params[value.slice(1)] : value,
  ]);
  if (entries.some(([, value]) => value === undefined)) return null;
  const request = {
    ...(named ? { params: Object.fromEntries(entries) } : {}),
    ...(query ? { query } : {}),
  };
  // Checked by shape alone: a route that the server does not know answers as such.
  return {
    key: key as ReadKey,
    request: request as CallRequest<ReadKey>,
    options: allPages ? { allPages } : {},
  };
}

/** Watches what is described. */
export function watchReads(
  data: HostData,
  reads: readonly ReadDescription[],
  params: Readonly<Record<string, string>> = {},
): Readable<Loadable<unknown>>[] {
  return reads.flatMap((description) => {
    const read = readOf(description, params);
    return read ? [data.watch(read.key, read.request, read.options) as Readable<Loadable<unknown>>] : [];
  });
}

/**
 * Asks now for what a page, and the frame around it, will ask for when their code is here.
 * @returns settles when each has something to show, or will have nothing.
 */
export async function prefetchReads(
  data: HostData,
  { entry, params }: FoundRoute,
  { table }: Pick<Routes, 'table'>,
): Promise<void> {
  const framed = entry.access === 'user' && entry.chrome !== 'none';
  const reads = [
    ...watchReads(data, entry.reads ?? [], params),
    ...(framed ? watchReads(data, navigationReads(table.get())) : []),
  ];
  const ends = reads.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, holdMs);
  await Promise.all(reads.map(settled));
}

import { settled } from '@lectern/client/common/readables.ts';
import type { HostData, Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { preloadAddresses, preloadFiles } from './preloads.ts';
import { readOf } from './readOf.ts';
import type { RouteMatch, Routes, RouteTable } from './routeTypes.ts';

/** Milliseconds for which an answer is kept for a page that is still loading. */
const holdMs = 20_000;

/** Watches the described reads. */
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
 * Requests the reads of a page and its frame while their code is loading, and then the files that the
 * answers refer to.
 * @returns settles when each read has an answer or has failed
 */
export async function prefetchReads(
  data: HostData,
  { entry, params }: RouteMatch,
  { table }: Pick<Routes, 'table'>,
): Promise<void> {
  const framed = entry.access === 'user' && entry.chrome !== 'none';
  const pageReads = watchReads(data, entry.reads ?? [], params);
  const reads = [...pageReads, ...(framed ? watchReads(data, navigationReads(table.get())) : [])];
  const ends = reads.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, holdMs);
  const answerOf = (key: string) => {
    const answer = pageReads[(entry.reads ?? []).findIndex((read) => read.key === key)]?.get();
    return answer?.status === 'ready' ? answer.value : undefined;
  };
  const preload = () => preloadFiles(preloadAddresses(entry.preloads ?? [], answerOf));
  await Promise.all(pageReads.map((read) => settled(read).then(preload)));
  await Promise.all(reads.map(settled));
}

/** The reads of the navigation's badge counts, which the frame of every reader's page needs. */
const navigationReads = ({ routes }: Pick<RouteTable, 'routes'>): readonly ReadDescription[] =>
  routes.flatMap(({ navigation }) => navigation?.badge?.read ?? []);

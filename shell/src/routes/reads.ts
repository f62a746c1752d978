import { settled } from '@lectern/client/common/settled.ts';
import type { HostData, Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { preloadAddresses, preloadFiles } from './preloads.ts';
import { readOf } from './readOf.ts';
import type { FoundRoute, Routes, RouteTable } from './routeTypes.ts';

/** Milliseconds for which an answer is held for a page that is still on its way. */
const holdMs = 20_000;

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
 * Asks now for what a page, and the frame around it, will ask for when their code is here; and for the files that the
 * answers of the page name.
 * @returns settles when each has something to show, or will have nothing.
 */
export async function prefetchReads(
  data: HostData,
  { entry, params }: FoundRoute,
  { table }: Pick<Routes, 'table'>,
): Promise<void> {
  const framed = entry.access === 'user' && entry.chrome !== 'none';
  const own = watchReads(data, entry.reads ?? [], params);
  const reads = [...own, ...(framed ? watchReads(data, navigationReads(table.get())) : [])];
  const ends = reads.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, holdMs);
  await Promise.all(own.map(settled));
  const answers = new Map((entry.reads ?? []).map(({ key }, index) => [key, own[index]?.get()]));
  const answerOf = (key: string) => {
    const known = answers.get(key);
    return known?.status === 'ready' ? known.value : undefined;
  };
  preloadFiles(preloadAddresses(entry.preloads ?? [], answerOf));
  await Promise.all(reads.map(settled));
}

/** What the numbers beside the entries are counted from: the frame of every reader's page asks for it. */
const navigationReads = ({ routes }: Pick<RouteTable, 'routes'>): readonly ReadDescription[] =>
  routes.flatMap(({ navigation }) => navigation?.badge?.read ?? []);

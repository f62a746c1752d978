import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { navigationReads } from '../layout/destinations.ts';
import { settled } from '../state/settled.ts';
import { watchReads } from './reads.ts';
import type { Routes } from './routeTypes.ts';

/** Milliseconds for which an answer is held for a page that is still on its way. */
const holdMs = 20_000;

/**
 * Asks now for what the page of this path, and the frame around it, will ask for when their code is here.
 * @returns settles when each has something to show, or will have nothing.
 */
export async function firstReads(
  data: HostData,
  routes: Pick<Routes, 'table' | 'find'>,
  path: string,
): Promise<void> {
  const found = routes.find(path);
  if (!found) return;
  const { entry, params } = found;
  const framed = entry.access === 'user' && entry.chrome !== 'none';
  const asked = [
    ...watchReads(data, entry.reads ?? [], params),
    ...(framed ? watchReads(data, navigationReads(routes.table.get())) : []),
  ];
  const ends = asked.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, holdMs);
  await Promise.all(asked.map(settled));
}

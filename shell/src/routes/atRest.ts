import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { whenIdle } from '../boot/whenIdle.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import { settled } from '../state/settled.ts';
import { loaderOf } from './loaders.ts';
import { watchReads } from './reads.ts';
import type { FoundRoute } from './routeTypes.ts';

/** Resolves when a page has its code and its data, and the browser is idle. */
export async function atRest({ entry, params }: FoundRoute, remotes: Remotes, data: HostData): Promise<void> {
  const reads = watchReads(data, entry.reads ?? [], params);
  await Promise.all([loaderOf(entry, remotes)(), ...reads.map(settled)]);
  await new Promise<void>(whenIdle);
}

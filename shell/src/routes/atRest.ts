import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { whenIdle } from '../boot/whenIdle.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import { settled } from '../state/settled.ts';
import type { findRoute } from './findRoute.ts';
import { loaderOf } from './loaders.ts';

/** Resolves when a page has its code and its data, and the browser is idle. */
export async function atRest(
  { entry, params }: NonNullable<ReturnType<typeof findRoute>>,
  remotes: Remotes,
  data: HostData,
): Promise<void> {
  const reads = entry.reads?.(data, params) ?? [];
  await Promise.all([loaderOf(entry, remotes)(), ...reads.map(settled)]);
  await new Promise<void>(whenIdle);
}

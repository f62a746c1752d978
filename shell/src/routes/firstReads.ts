import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { countedReads } from '../layout/useCounts.ts';
import { settled } from '../state/settled.ts';
import { findRoute } from './findRoute.ts';

/** Milliseconds for which an answer is held for a page that is still on its way. */
const held = 20_000;

/**
 * Asks now for what the page of this path, and the frame around it, will ask for when their code is here.
 * @returns settles when each has something to show, or will have nothing.
 */
export async function firstReads(data: HostData, path: string): Promise<void> {
  const found = findRoute(path);
  const ofPage = found?.entry.reads?.(data, found.params) ?? [];
  const ofFrame = found?.entry.access === 'user' && found.entry.chrome !== 'none' ? countedReads(data) : [];
  const asked = [...ofPage, ...ofFrame];
  const ends = asked.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, held);
  await Promise.all(asked.map(settled));
}

import type { HostData } from '@lectern/shared-contracts/host.ts';
import { findRoute } from './findRoute.ts';

/** Milliseconds for which an answer is held for a page that is still on its way. */
const held = 20_000;

/** Asks now for what the page of this path will ask for when its code is here. */
export function firstReads(data: HostData, path: string): void {
  const found = findRoute(path);
  const asked = found?.entry.reads?.(data, found.params) ?? [];
  const ends = asked.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, held);
}

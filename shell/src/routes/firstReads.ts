import type { HostData } from '@lectern/shared-contracts/host.ts';
import type { Readable } from '@lectern/shared-contracts/readable.ts';
import { findRoute } from './findRoute.ts';

/** Milliseconds for which an answer is held for a page that is still on its way. */
const held = 20_000;

/**
 * Asks now for what the page of this path will ask for when its code is here.
 * @returns settles when each has something to show, or will have nothing.
 */
export async function firstReads(data: HostData, path: string): Promise<void> {
  const found = findRoute(path);
  const asked = found?.entry.reads?.(data, found.params) ?? [];
  const ends = asked.map((read) => read.subscribe(() => undefined));
  setTimeout(() => {
    for (const end of ends) end();
  }, held);
  await Promise.all(asked.map(answered));
}

const answered = (read: Readable<{ status: string }>) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (read.get().status === 'loading') return;
      stop();
      resolve();
    };
    const stop = read.subscribe(look);
    look();
  });

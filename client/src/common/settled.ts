import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';

/** Resolves as soon as a read is not loading any more: it has something to show, or will have nothing. */
export function settled(read: Readable<{ status: string }>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (read.get().status === 'loading') return;
      stop();
      resolve();
    };
    const stop = read.subscribe(look);
    look();
  });
}

import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';

/** Resolves when a read is no longer loading: it has data or has failed. */
export function settled(read: Readable<{ status: string }>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (read.get().status === 'loading') return;
      stop();
      resolve();
    };
    const stop = read.subscribe(check);
    check();
  });
}

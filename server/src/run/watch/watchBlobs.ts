import { BlobNotFound, type Blobs } from '../../store/blobs/blobs.ts';

/**
 * Called after each blob operation.
 * @param seconds its duration
 */
export type BlobWatcher = (operation: keyof Blobs, failed: boolean, seconds: number) => void;

/** Wraps blobs to observe each operation. BlobNotFound does not count as a failure. */
export function watchBlobs(blobs: Blobs, onOperation: BlobWatcher): Blobs {
  const watched =
    (operation: keyof Blobs, run: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      const began = performance.now();
      const seconds = () => (performance.now() - began) / 1_000;
      try {
        const result = await run(...given);
        onOperation(operation, false, seconds());
        return result;
      } catch (error) {
        onOperation(operation, !(error instanceof BlobNotFound), seconds());
        throw error;
      }
    };
  const { check, ...operations } = blobs;
  const entries = Object.entries(operations).map(([name, run]) => [
    name,
    watched(name as keyof Blobs, run as () => Promise<unknown>),
  ]);
  return { ...(Object.fromEntries(entries) as Omit<Blobs, 'check'>), check };
}

import { BlobNotFound, type Blobs } from '../../store/blobs/blobs.ts';

/**
 * Called after each blob operation.
 * @param seconds its duration
 */
export type BlobWatcher = (operation: keyof Blobs, failed: boolean, seconds: number) => void;

/** Wraps blobs to observe each operation. BlobNotFound does not count as a failure. */
export function watchBlobs(blobs: Blobs, onOperation: BlobWatcher): Blobs {
  const watched =
    <Arguments extends unknown[], Result>(
      operation: keyof Blobs,
      run: (...given: Arguments) => Promise<Result>,
    ) =>
    async (...given: Arguments): Promise<Result> => {
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
  return {
    putFile: watched('putFile', (key: string, path: string) => blobs.putFile(key, path)),
    put: watched('put', (key: string, bytes: Uint8Array) => blobs.put(key, bytes)),
    read: watched('read', (...given: Parameters<Blobs['read']>) => blobs.read(...given)),
    size: watched('size', (key: string) => blobs.size(key)),
    local: watched('local', (key: string) => blobs.local(key)),
    removeAll: watched('removeAll', (prefix: string) => blobs.removeAll(prefix)),
    isEmpty: watched('isEmpty', (prefix: string) => blobs.isEmpty(prefix)),
    check: () => blobs.check(),
  };
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import type { SendOutcome } from './sendFile.ts';

/** What the server made of a file. */
export type IngestResult =
  | { kind: 'done'; book: Book; duplicate: boolean }
  | Extract<SendOutcome, { kind: 'refused' | 'gone' | 'unreachable' }>;

/** Milliseconds before the first poll, doubled for each further poll up to the maximum. */
const [firstPoll, longestPoll] = [100, 800];

/** Asks the server how far it has processed a file. */
export function createIngestPolling(api: HostApi, wait: (milliseconds: number) => Promise<void>) {
  const ask = (serverId: string): Promise<Upload> =>
    api.call('GET /uploads/:id', { params: { id: serverId } });

  return {
    /** Reports the progress while `isOpen`: the request with the last bytes stays open until the book is ready. */
    async showProgress(
      serverId: string,
      isOpen: () => boolean,
      onProgress: (progress: number) => void,
    ): Promise<void> {
      for (let pause = firstPoll; ; pause = Math.min(2 * pause, longestPoll)) {
        const upload = await ask(serverId).catch(() => undefined);
        if (!isOpen() || upload?.state === 'done' || upload?.state === 'refused') return;
        if (upload?.state === 'ingesting') onProgress(upload.progress);
        await wait(pause);
      }
    },

    /**
     * Polls until there is a result, since the response to the last bytes may have been lost.
     * @returns null when it is no longer wanted
     */
    async result(
      serverId: string,
      isWanted: () => boolean,
      onProgress: (progress: number) => void,
    ): Promise<IngestResult | null> {
      for (let pause = firstPoll; isWanted(); pause = Math.min(2 * pause, longestPoll)) {
        const upload = await ask(serverId).catch((error) => {
          if (error.status === 404) return null;
          throw error;
        });
        if (upload === null) return { kind: 'gone' };
        const { state, book, duplicate, error } = upload;
        if (state === 'refused') return { kind: 'refused', message: error?.error ?? '' };
        if (error) return { kind: 'unreachable', reason: error.error };
        if (state === 'done' && book) return { kind: 'done', book, duplicate };
        onProgress(upload.progress);
        await wait(pause);
      }
      return null;
    },
  };
}

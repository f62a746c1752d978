import type { Readable } from '@lectern/shared-contracts/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/runInBackground.ts';
import { takeSharedFiles } from './sharedFiles.ts';

/** Chromium's queue of files that the system opened with the app, which no type library has. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

export interface IncomingPorts {
  user: Readable<{ id: string } | null>;
  add(files: readonly File[]): Promise<void>;
  /** Null where the browser has none. */
  caches: CacheStorage | null;
  launchQueue: LaunchQueue | null;
}

/** `window.launchQueue`, where there is one. */
export const launchQueueOf = (scope: object): LaunchQueue | null =>
  'launchQueue' in scope ? (scope.launchQueue as LaunchQueue) : null;

/**
 * Books that come from outside: opened with the app, or shared with it [PW-03]. They become uploads of the reader, once
 * there is one.
 */
export function receiveIncomingFiles({ user, add, caches, launchQueue }: IncomingPorts): void {
  let opened: File[] = [];

  async function hand(): Promise<void> {
    if (user.get() === null) return;
    const files = [...opened, ...(caches ? await takeSharedFiles(caches) : [])];
    opened = [];
    if (files.length > 0) await add(files);
  }

  launchQueue?.setConsumer(({ files = [] }) => {
    runInBackground(
      Promise.all(files.map((file) => file.getFile())).then((found) => {
        opened.push(...found);
        return hand();
      }),
    );
  });
  user.subscribe(() => runInBackground(hand()));
  runInBackground(hand());
}

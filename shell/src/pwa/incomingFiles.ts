import type { Readable, Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { sharedFileNames, takeSharedFiles } from './sharedFiles.ts';

/** Chromium's queue of files that the system opened with the app, which no type library has. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Files that were shared with the app and wait for the reader's yes. */
export interface SharedQuestion {
  names: readonly string[];
  /** Uploads them, or throws them away. */
  answer(add: boolean): void;
}

export interface IncomingPorts {
  user: Readable<{ id: string } | null>;
  add(files: readonly File[]): Promise<void>;
  /** Null where the browser has none. */
  caches: CacheStorage | null;
  launchQueue: LaunchQueue | null;
  /** Where the reader is asked. */
  question: Writable<SharedQuestion | null>;
}

/** `window.launchQueue`, where there is one. */
export const launchQueueOf = (scope: object): LaunchQueue | null =>
  'launchQueue' in scope ? (scope.launchQueue as LaunchQueue) : null;

/**
 * Books that come from outside [PW-03], for the reader, once there is one. What was opened with the app is uploaded.
 * What was shared with it is uploaded when the reader says yes: a form of any page on the web can send a file there.
 */
export function receiveIncomingFiles({ user, add, caches, launchQueue, question }: IncomingPorts): void {
  let opened: File[] = [];

  async function hand(): Promise<void> {
    if (user.get() === null) return;
    const files = opened;
    opened = [];
    if (files.length > 0) await add(files);
    const names = caches ? await sharedFileNames(caches) : [];
    if (caches === null || names.length === 0) return;
    question.set({
      names,
      answer(yes) {
        question.set(null);
        runInBackground(takeSharedFiles(caches).then((shared) => (yes ? add(shared) : undefined)));
      },
    });
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

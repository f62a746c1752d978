import type { Readable, Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { sharedFileNames, takeSharedFiles } from './sharedFiles.ts';

/** Chromium's queue of files that the system opened with the app; not part of TypeScript's DOM types. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Shared files that wait for the reader's confirmation. */
export interface SharedQuestion {
  names: readonly string[];
  /** Uploads or discards them. */
  answer(add: boolean): void;
}

export interface IncomingPorts {
  user: Readable<{ id: string } | null>;
  add(files: readonly File[]): Promise<void>;
  /** Null if the browser has no Cache Storage. */
  caches: CacheStorage | null;
  launchQueue: LaunchQueue | null;
  /** Set when the reader must be asked. */
  question: Writable<SharedQuestion | null>;
}

/** `window.launchQueue`, if supported. */
export const launchQueueOf = (scope: object): LaunchQueue | null =>
  'launchQueue' in scope ? (scope.launchQueue as LaunchQueue) : null;

/**
 * Receives files from outside [PW-03] once a reader is signed in. Files opened with the app are uploaded.
 * Files shared with it are uploaded only after confirmation, since a form on any website can send files there.
 */
export function receiveIncomingFiles({ user, add, caches, launchQueue, question }: IncomingPorts): void {
  let opened: File[] = [];

  async function handleFiles(): Promise<void> {
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
      Promise.all(files.map((file) => file.getFile())).then((launched) => {
        opened.push(...launched);
        return handleFiles();
      }),
    );
  });
  user.subscribe(() => runInBackground(handleFiles()));
  runInBackground(handleFiles());
}

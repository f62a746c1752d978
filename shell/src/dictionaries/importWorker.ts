/** Makes packs of the dictionaries in a reader's files, off the page's own thread. */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { DictionaryProblemKind } from '@lectern/shared-contracts/domain/dictionary/dictionaryProblem.ts';
import { importDictionaries } from './importDictionaries.ts';

/** Packs by name, or what is wrong with the files. */
export type ImportAnswer =
  | { packs: { id: string; name: string; pack: Blob }[] }
  | { problem: DictionaryProblemKind };

self.addEventListener('message', ({ data }: MessageEvent<readonly File[]>) =>
  runInBackground(importDictionaries(data).then((answer) => self.postMessage(answer))),
);

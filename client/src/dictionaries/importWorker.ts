/** Makes packs of the dictionaries in a reader's files, off the page's own thread. */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { importDictionaries } from './importDictionaries.ts';

self.addEventListener('message', ({ data }: MessageEvent<readonly File[]>) =>
  runInBackground(importDictionaries(data).then((answer) => self.postMessage(answer))),
);

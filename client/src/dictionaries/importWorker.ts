/** Worker that converts a reader's dictionary files to packs. */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { importDictionaries } from './importDictionaries.ts';

self.addEventListener('message', ({ data }: MessageEvent<readonly File[]>) =>
  runInBackground(importDictionaries(data).then((answer) => self.postMessage(answer))),
);

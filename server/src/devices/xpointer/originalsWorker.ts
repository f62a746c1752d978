import { runInBackground } from '../../run/common/runInBackground.ts';
import { endWithServer } from '../../run/processes/endWithServer.ts';
import { type PackedChapter, packChapter } from './packChapter.ts';
import { type Fragment, readFragments, readOriginalChapter } from './readOriginal.ts';

/** Request to the process. */
export interface OriginalsTask {
  /** Path of an EPUB. */
  path: string;
  /** Zero-based; null for the whole spine. */
  spineIndex: number | null;
}

/** Its response. */
export type OriginalsAnswer = readonly Fragment[] | PackedChapter | null;

endWithServer();
process.on('message', ({ path, spineIndex }: OriginalsTask) => {
  runInBackground(
    async () => process.send?.(await answerTo(path, spineIndex)),
    // The server starts a new process for the next one.
    { error: () => process.exit(1) },
    'A book was not read',
  );
});

async function answerTo(path: string, spineIndex: number | null): Promise<OriginalsAnswer> {
  if (spineIndex === null) return readFragments(path);
  const chapter = await readOriginalChapter(path, spineIndex);
  return chapter && packChapter(chapter);
}

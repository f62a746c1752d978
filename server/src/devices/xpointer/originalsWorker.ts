import { answerTasks } from '../../run/processes/answerTasks.ts';
import { type PackedChapter, packChapter } from './packChapter.ts';
import { type Fragments, readFragments, readOriginalChapter } from './readOriginal.ts';

/** Request to the process. */
export interface OriginalsTask {
  /** Path of an EPUB. */
  path: string;
  /** Zero-based; null for the whole spine. */
  spineIndex: number | null;
}

/** Its response. */
export type OriginalsAnswer = Fragments | PackedChapter | null;

answerTasks<OriginalsTask, OriginalsAnswer>(async ({ path, spineIndex }) => {
  if (spineIndex === null) return readFragments(path);
  const chapter = await readOriginalChapter(path, spineIndex);
  return chapter && packChapter(chapter);
});

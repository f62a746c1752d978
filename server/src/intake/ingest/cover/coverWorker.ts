import { type StorageFault, storageFault } from '../../../run/common/storageFault.ts';
import { answerTasks } from '../../../run/processes/answerTasks.ts';
import { PictureTooLarge } from './decodePicture.ts';
import { type RenderedCovers, renderCovers, renderPicture } from './renderCovers.ts';

/** Request to the process. */
export interface CoverTask {
  /** The picture chosen by the user; null to typeset a cover. */
  picture: Uint8Array | null;
  book: { title: string; author: string };
  /** An empty folder for the output. */
  workDir: string;
}

/** The covers, or why there are none. */
export type CoverAnswer = RenderedCovers | 'unreadable' | 'too_large' | StorageFault;

answerTasks<CoverTask, CoverAnswer>(async ({ picture, book, workDir }) => {
  try {
    if (picture === null) return await renderCovers([], book, workDir);
    return (
      (await renderPicture({ bytes: Buffer.from(picture), titled: true }, book, workDir)) ?? 'unreadable'
    );
  } catch (error) {
    const fault = storageFault(error);
    if (fault !== null) return fault;
    if (picture === null) throw error;
    if (error instanceof PictureTooLarge) return 'too_large';
    return 'unreadable';
  }
});

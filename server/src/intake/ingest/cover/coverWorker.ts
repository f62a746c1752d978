import { runInBackground } from '../../../run/common/runInBackground.ts';
import { type StorageFault, storageFault } from '../../../run/common/storageFault.ts';
import { endWithServer } from '../../../run/processes/endWithServer.ts';
import { PictureTooLarge } from './decodePicture.ts';
import { type RenderedCovers, renderChosenPicture, renderCovers } from './renderCovers.ts';

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

// Renders one cover after another.
endWithServer();
process.on('message', (task: CoverTask) => {
  runInBackground(
    async () => process.send?.(await renderCover(task)),
    // Other errors end the process; the server starts a new one for the next cover.
    { error: () => process.exit(1) },
    'A cover was not drawn',
  );
});

/** Renders the four sizes of a cover. */
async function renderCover({ picture, book, workDir }: CoverTask): Promise<CoverAnswer> {
  try {
    if (picture === null) return await renderCovers([], book, workDir);
    return (await renderChosenPicture(Buffer.from(picture), book, workDir)) ?? 'unreadable';
  } catch (error) {
    const fault = storageFault(error);
    if (fault !== null) return fault;
    if (picture === null) throw error;
    if (error instanceof PictureTooLarge) return 'too_large';
    return 'unreadable';
  }
}

import { runInBackground } from '../../common/runInBackground.ts';
import { endWithServer } from '../../processes/endWithServer.ts';
import { PictureTooLarge } from './decodePicture.ts';
import { type RenderedCovers, renderChosenPicture, renderCovers } from './renderCovers.ts';

/** What the process is asked. */
export interface CoverTask {
  /** The picture that a reader has chosen; null for a cover that is typeset. */
  picture: Uint8Array | null;
  book: { title: string; author: string };
  /** An empty folder to write into. */
  workDir: string;
}

/** What it answers: the covers, or why there are none. */
export type CoverAnswer = RenderedCovers | 'unreadable' | 'too_large';

// A process that draws one cover after another.
endWithServer();
process.on('message', (task: CoverTask) => {
  runInBackground(
    async () => process.send?.(await renderCover(task)),
    // What is not about the picture ends the process: the server draws the next cover in a new one.
    { error: () => process.exit(1) },
    'A cover was not drawn',
  );
});

/** Draws the four sizes of a cover. */
async function renderCover({ picture, book, workDir }: CoverTask): Promise<CoverAnswer> {
  if (picture === null) return renderCovers([], book, workDir);
  try {
    return (await renderChosenPicture(Buffer.from(picture), book, workDir)) ?? 'unreadable';
  } catch (error) {
    if (error instanceof PictureTooLarge) return 'too_large';
    return 'unreadable';
  }
}

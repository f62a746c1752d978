import { lowerPriority } from '../lowerPriority.ts';
import { PictureTooLarge, type RenderedCovers, renderChosenPicture, renderCovers } from './renderCovers.ts';

/** What the thread is asked. */
export interface CoverTask {
  /** The picture that a reader has chosen; null for a cover that is typeset. */
  picture: Uint8Array | null;
  book: { title: string; author: string };
  /** An empty folder to write into. */
  workDir: string;
}

/** What it answers: the covers, or why there are none. */
export type CoverAnswer = RenderedCovers | 'unreadable' | 'too_large';

lowerPriority();

/** Draws the four sizes of a cover. */
export default async function renderCover({ picture, book, workDir }: CoverTask): Promise<CoverAnswer> {
  if (picture === null) return renderCovers([], book, workDir);
  try {
    return (await renderChosenPicture(Buffer.from(picture), book, workDir)) ?? 'unreadable';
  } catch (error) {
    if (error instanceof PictureTooLarge) return 'too_large';
    return 'unreadable';
  }
}

/** Search in chapters in a worker, so that it does not block the page. */
import { findInText, type Hit } from './findInText.ts';
import { paragraphsOf } from './plainText.ts';

export interface ChapterToSearch {
  index: number;
  markup: string;
  query: string;
  most: number;
}

export interface SearchedChapter {
  index: number;
  hits: Hit[];
}

addEventListener('message', ({ data }: MessageEvent<ChapterToSearch>) => {
  const { index, markup, query, most } = data;
  const answer: SearchedChapter = { index, hits: findInText(paragraphsOf(markup), query, most) };
  postMessage(answer);
});

/** Search in chapters in a worker, so that it does not block the page. */
import { findInText } from './findInText.ts';
import { paragraphsOf } from './plainText.ts';
import type { ChapterToSearch, SearchedChapter } from './searchMessages.ts';

addEventListener('message', ({ data }: MessageEvent<ChapterToSearch>) => {
  const { index, markup, query, most } = data;
  const answer: SearchedChapter = { index, hits: findInText(paragraphsOf(markup), query, most) };
  postMessage(answer);
});

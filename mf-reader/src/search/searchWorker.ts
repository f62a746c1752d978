/** Looks for words in chapters, away from the page: a long book takes a second, and the page goes on being turned. */
import { findInText } from './findInText.ts';
import { paragraphsOf } from './plainText.ts';
import type { ChapterToSearch, SearchedChapter } from './searchMessages.ts';

addEventListener('message', ({ data }: MessageEvent<ChapterToSearch>) => {
  const { index, markup, query, most } = data;
  const answer: SearchedChapter = { index, hits: findInText(paragraphsOf(markup), query, most) };
  postMessage(answer);
});

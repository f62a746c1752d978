import type { Hit } from './findInText.ts';

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

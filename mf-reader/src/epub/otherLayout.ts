import type { MoveCause } from '../engine/renderer.ts';
import type { ChapterArrival } from './chapterArrival.ts';

/** In a mixed book: opens chapters of the other layout. */
export interface OtherLayout {
  shows(index: number): boolean;
  /** Replaces the current renderer, which is destroyed. */
  open(index: number, arrival: ChapterArrival, cause: MoveCause): Promise<void>;
}

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { MoveCause } from '../engine/renderer.ts';

/** The position at which a renderer opens a chapter. */
export type ChapterArrival =
  | { at: 'start' | 'end' }
  | { at: 'fragment'; fragment: string }
  | { at: 'locator'; locator: Locator; flash: boolean };

/** In a mixed book: opens chapters of the other layout. */
export interface OtherLayout {
  shows(index: number): boolean;
  /** Replaces the current renderer, which is destroyed. */
  open(index: number, arrival: ChapterArrival, cause: MoveCause): Promise<void>;
}

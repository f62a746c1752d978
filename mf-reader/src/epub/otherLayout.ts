import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { MoveCause } from '../engine/renderer.ts';

/** Where a renderer goes in a chapter that it opens. */
export type ChapterArrival =
  | { at: 'start' | 'end' }
  | { at: 'fragment'; fragment: string }
  | { at: 'locator'; locator: Locator; flash: boolean };

/** In a book of reflowable and fixed chapters: what shows those that a renderer does not. */
export interface OtherLayout {
  shows(index: number): boolean;
  /** Shows the chapter in the place of the renderer that asks, which is destroyed then. */
  open(index: number, arrival: ChapterArrival, cause: MoveCause): Promise<void>;
}

import type { Locator } from '../../api/locator.ts';

/** Whether an annotation has its text but no position, because the file that is read does not contain the text. */
export const isUnplaced = (position: Locator | null): boolean =>
  position !== null &&
  position.page === undefined &&
  position.spine_index === undefined &&
  position.cfi === undefined;

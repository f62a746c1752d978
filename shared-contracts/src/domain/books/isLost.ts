import type { Locator } from '../../api/locator.ts';

/** Whether a mark has kept its words, but no place: they are not in the file that replaced the one it was made in. */
export const isLost = (position: Locator | null): boolean =>
  position !== null &&
  position.page === undefined &&
  position.spine_index === undefined &&
  position.cfi === undefined;

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';

/** The position at which a chapter is opened. */
export type ChapterArrival =
  | { at: 'start' | 'end' }
  | { at: 'fragment'; fragment: string }
  | { at: 'locator'; locator: Locator; flash: boolean };

import type { Leaves } from './leaves.ts';

/** A chapter that is one screen: a page of fixed layout. */
export const singleLeaf: Leaves = {
  count: 1,
  index: 0,
  atStart: true,
  atEnd: true,
  measure() {},
  show() {},
  showEnd() {},
  reveal() {},
  isBefore: () => false,
};

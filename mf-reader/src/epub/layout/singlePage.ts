import type { Paginator } from './paginator.ts';

/** A chapter that is one screen: a page of fixed layout. */
export const singlePage: Paginator = {
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

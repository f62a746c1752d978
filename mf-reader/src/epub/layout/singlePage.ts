import type { Paginator } from './paginator.ts';

/** Paginator of a fixed-layout page: one screen. */
export const singlePage: Paginator = {
  count: 1,
  index: 0,
  atStart: true,
  atEnd: true,
  measure() {},
  show() {},
  showEnd() {},
  follow: () => false,
  reveal() {},
  isBefore: () => false,
};

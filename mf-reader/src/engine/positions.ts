import type { SpineItem } from '@lectern/shared-contracts/api/books.ts';

export { percentageAt, positionAt } from '@lectern/shared-contracts/domain/books/positions.ts';

type Item = Pick<SpineItem, 'first_position' | 'positions'>;

/** A position by chapter: zero-based spine index and fraction of its characters, 0..1. */
export interface ChapterPlace {
  spineIndex: number;
  fraction: number;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * Start of a one-based position; positions outside the book give its
 * first or last. Null for a book without chapters.
 */
export function placeOfPosition(spine: readonly Item[], position: number): ChapterPlace | null {
  if (spine.length === 0) return null;
  const index = Math.max(
    0,
    spine.findLastIndex(({ first_position }) => first_position <= position),
  );
  const item = spine[index] as Item;
  const steps = Math.max(1, item.positions);
  return { spineIndex: index, fraction: clamp(position - item.first_position, 0, steps - 1) / steps };
}

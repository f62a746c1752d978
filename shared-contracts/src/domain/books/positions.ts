import type { SpineItem } from '../../api/books.ts';

type Item = Pick<SpineItem, 'first_position' | 'positions'>;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * One-based position in the book of a place in a chapter.
 * @param fraction of its characters, 0..1
 */
export function positionAt(item: Item, fraction: number): number {
  const steps = Math.max(1, item.positions);
  return item.first_position + Math.min(steps - 1, Math.floor(clamp(fraction, 0, 1) * steps));
}

/** Progress at a place in a chapter, in percent with two decimals. */
export function percentageAt(item: Item, fraction: number, totalPositions: number): number {
  if (totalPositions <= 0) return 0;
  const before = item.first_position - 1 + clamp(fraction, 0, 1) * Math.max(1, item.positions);
  return clamp(Math.round((before / totalPositions) * 10_000) / 100, 0, 100);
}

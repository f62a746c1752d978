/** @jest-environment node */
import fc from 'fast-check';
import { contains, mergeLines, ordered, type Rect } from './rects.ts';

test('runs of glyphs on one line become one box', () => {
  expect(
    mergeLines([
      [50, 700, 90, 712],
      [92, 701, 140, 712],
      [141, 700, 200, 711],
      [50, 684, 120, 696],
    ]),
  ).toEqual([
    [50, 700, 200, 712],
    [50, 684, 120, 696],
  ]);
});

test('the columns of a page stay apart', () => {
  expect(
    mergeLines([
      [50, 700, 280, 712],
      [310, 700, 540, 712],
    ]),
  ).toHaveLength(2);
});

test('[M-10] overlapping lines of tight line spacing stay separate', () => {
  const tight: Rect[] = [
    [50, 700, 200, 712],
    [50, 694, 200, 706],
  ];
  expect(mergeLines(tight)).toEqual(tight);
});

test('[M-10] a raised figure that lies mostly beside its line belongs to it', () => {
  expect(
    mergeLines([
      [50, 700, 200, 712],
      [201, 707, 205, 714],
    ]),
  ).toEqual([[50, 700, 205, 714]]);
});

test('[M-10] a box left of another at the same height stays separate', () => {
  const columns: Rect[] = [
    [310, 700, 540, 712],
    [50, 700, 280, 712],
  ];
  expect(mergeLines(columns)).toEqual(columns);
});

test('[P-01] lines of a page with its own rotation are vertical and are merged in that direction', () => {
  expect(
    mergeLines([
      [700, 50, 712, 90],
      [701, 92, 712, 140],
      [684, 50, 696, 120],
    ]),
  ).toEqual([
    [700, 50, 712, 140],
    [684, 50, 696, 120],
  ]);
});

test('every selected box is covered', () => {
  const boxes = fc.array(
    fc
      .tuple(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 1, max: 80 }),
      )
      .map(([x, line, width]): Rect => [x, line * 14, x + width, line * 14 + 11]),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(boxes, (given) => {
      const lines = mergeLines(given);
      expect(lines.length).toBeLessThanOrEqual(given.length);
      for (const box of given)
        expect(contains(lines, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)).toBe(true);
    }),
  );
});

test('corners are put in order', () => {
  expect(ordered([5, 9, 1, 2])).toEqual([1, 2, 5, 9]);
});

/** @jest-environment node */
import fc from 'fast-check';
import { pageGeometry } from './geometry.ts';

const text = { fontSize: 19, margins: 1 };

test.each([
  [390, 1],
  [768, 1],
  [1_099, 1],
  [1_100, 2],
  [1_440, 2],
  [3_840, 2],
])('a page %s wide has %s columns', (width, columns) => {
  expect(pageGeometry({ width, height: 900 }, text).columns).toBe(columns);
});

test('columns, gaps and margins fill a screen exactly, and never more than the page', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 4_000 }),
      fc.integer({ min: 200, max: 2_400 }),
      fc.integer({ min: 12, max: 36 }),
      fc.integer({ min: 0, max: 3 }),
      (width, height, fontSize, margins) => {
        const { columns, columnWidth, gap, step } = pageGeometry({ width, height }, { fontSize, margins });
        expect(step).toBe(columns * (columnWidth + gap));
        expect(step).toBeLessThanOrEqual(width);
        expect(columnWidth).toBeGreaterThan(100);
        expect(columnWidth).toBeLessThanOrEqual(38 * fontSize);
      },
    ),
  );
});

test('[U-29] a page has room for both bars, more with larger text of the app', () => {
  const rooms = [
    pageGeometry({ width: 390, height: 844 }, text),
    pageGeometry({ width: 1_440, height: 900 }, text),
    pageGeometry({ width: 844, height: 390 }, text),
    pageGeometry({ width: 1_440, height: 900 }, text, 32),
  ].map(({ paddingTop, paddingBottom }) => [paddingTop, paddingBottom]);
  expect(rooms).toEqual([
    [56, 100],
    [56, 84],
    [56, 56],
    [112, 168],
  ]);
});

test('wider margins make shorter lines', () => {
  const widths = [0, 1, 2, 3].map(
    (margins) => pageGeometry({ width: 900, height: 900 }, { fontSize: 19, margins }).columnWidth,
  );
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

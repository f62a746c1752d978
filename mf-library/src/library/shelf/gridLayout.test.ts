/** @jest-environment node */
import fc from 'fast-check';
import { gridLayout, listRowHeight, minimumItemWidth, overscan } from './gridLayout.ts';

describe('the grid', () => {
  test.each([
    [320, 150],
    [599, 150],
    [600, 180],
    [899, 180],
    [900, 200],
    [2_000, 200],
  ])('[LB-05] in a shelf of %d px a book is at least %d px wide', (width, least) => {
    expect(minimumItemWidth(width)).toBe(least);
    expect(gridLayout(width).columnWidth).toBeGreaterThanOrEqual(least);
  });

  test.each([
    [390, 280],
    [599, 280],
    [600, 320],
    [1_400, 320],
  ])('[LB-05] in a shelf of %d px a row is %d px high', (width, height) => {
    expect(gridLayout(width).rowHeight).toBe(height);
  });

  test('[LB-05] a row of the list is 120 px high; two rows are kept ready beyond what is seen', () => {
    expect([listRowHeight, overscan]).toEqual([120, 2]);
  });

  test('[U-19] with text of 200 % covers and rows are twice as large, so that no title is cut off', () => {
    const usual = gridLayout(600, 1);
    const large = gridLayout(1_200, 2);
    expect(large.columns).toBe(usual.columns);
    expect([large.rowHeight, large.coverWidth, large.columnWidth]).toEqual(
      [usual.rowHeight, usual.coverWidth, usual.columnWidth].map((pixels) => 2 * pixels),
    );
  });

  test('covers keep their shape and lie within their place at every width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 160, max: 5_000 }), (width) => {
        const { columns, columnWidth, rowHeight, coverWidth, coverHeight } = gridLayout(width);
        expect(columns * columnWidth).toBeCloseTo(width);
        expect(coverWidth).toBeLessThan(columnWidth);
        expect(coverHeight).toBeLessThanOrEqual(rowHeight - 71);
        expect(Math.abs(coverHeight / coverWidth - 1.5)).toBeLessThan(0.02);
      }),
    );
  });
});

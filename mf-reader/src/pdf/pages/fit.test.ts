/** @jest-environment node */

import { fittedScale } from './fit.ts';

/** A4 at scale 1. */
const page = { width: 794, height: 1_123 };
const wide = { width: 1_500, height: 600 };

test('[P-02] on a telephone a page takes the whole width', () => {
  expect(fittedScale('auto', [page], { width: 390, height: 844 })).toBeCloseTo(390 / 794);
});

test('[P-07] on a desktop the whole page fits, unless its text would be too small to read', () => {
  expect(fittedScale('auto', [page], { width: 1_440, height: 900 })).toBeCloseTo(884 / 1_123);
  expect(fittedScale('auto', [page], { width: 1_440, height: 500 })).toBe(0.75);
  expect(fittedScale('page-fit', [page], { width: 1_440, height: 500 })).toBeCloseTo(484 / 1_123);
});

test('a wide page is fitted to the width, and a small one is not enlarged beyond a limit', () => {
  expect(fittedScale('auto', [wide], { width: 1_016, height: 900 })).toBeCloseTo(1_000 / 1_500);
  expect(fittedScale('auto', [{ width: 100, height: 100 }], { width: 1_440, height: 900 })).toBe(2);
});

test('pages side by side share the width', () => {
  expect(fittedScale('page-width', [page, page], { width: 1_440, height: 900 })).toBeCloseTo(1_420 / 1_588);
  expect(fittedScale('page-fit', [page, wide], { width: 3_000, height: 900 })).toBeCloseTo(884 / 1_123);
});

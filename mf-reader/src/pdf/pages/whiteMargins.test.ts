/** @jest-environment node */

import { insetsOfPixels, smaller, turnedInsets } from './whiteMargins.ts';

/** A white page of 100 by 100 pixels with a black box. */
function pageWith(box?: { left: number; top: number; right: number; bottom: number }): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(100 * 100 * 4).fill(255);
  for (let y = box?.top ?? 100; box && y <= box.bottom; y++)
    for (let x = box.left; x <= box.right; x++) pixels.fill(0, (y * 100 + x) * 4, (y * 100 + x) * 4 + 3);
  return pixels;
}

test('the white space around the content is margin, except a small border', () => {
  const insets = insetsOfPixels(pageWith({ left: 20, top: 10, right: 69, bottom: 89 }), 100, 100);
  expect(insets?.left).toBeCloseTo(0.185);
  expect(insets?.top).toBeCloseTo(0.085);
  expect(insets?.right).toBeCloseTo(0.285);
  expect(insets?.bottom).toBeCloseTo(0.085);
});

test('an empty page has no margins', () => {
  expect(insetsOfPixels(pageWith(), 100, 100)).toBeNull();
});

test('only space that is empty on both of two pages is margin', () => {
  const a = { top: 0.1, right: 0.2, bottom: 0.3, left: 0.4 };
  expect(smaller(a, { top: 0.2, right: 0.1, bottom: 0.4, left: 0.1 })).toEqual({
    top: 0.1,
    right: 0.1,
    bottom: 0.3,
    left: 0.1,
  });
});

test('margins turn with the page', () => {
  const insets = { top: 1, right: 2, bottom: 3, left: 4 };
  // The left side of a page is its top once it has been turned clockwise.
  expect(turnedInsets(insets, 90)).toEqual({ top: 4, right: 1, bottom: 2, left: 3 });
  expect(turnedInsets(insets, 180)).toEqual({ top: 3, right: 4, bottom: 1, left: 2 });
  expect(turnedInsets(insets, 0)).toEqual(insets);
});

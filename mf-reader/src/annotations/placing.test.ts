/** @jest-environment node */

import fc from 'fast-check';
import { placeBeside, placeInMargin, placeOutsideText, sheetSide } from './FloatingCard.tsx';

const window = { width: 1_000, height: 800 };

test('above the words, below where there is no room, within the window always', () => {
  const size = { width: 300, height: 60 };
  expect(placeBeside({ left: 400, top: 400, width: 200, height: 20 }, size, window)).toEqual({
    left: 350,
    top: 330,
  });
  expect(placeBeside({ left: 400, top: 20, width: 200, height: 20 }, size, window)).toEqual({
    left: 350,
    top: 50,
  });
  expect(placeBeside({ left: 0, top: 400, width: 20, height: 20 }, size, window)).toEqual({
    left: 10,
    top: 330,
  });
});

test('whatever is selected, the card can be seen', () => {
  const box = fc.record({
    left: fc.integer({ min: -500, max: 1_500 }),
    top: fc.integer({ min: -500, max: 1_500 }),
    width: fc.integer({ min: 0, max: 1_200 }),
    height: fc.integer({ min: 0, max: 1_200 }),
  });
  fc.assert(
    fc.property(
      box,
      fc.integer({ min: 50, max: 900 }),
      fc.integer({ min: 20, max: 700 }),
      (around, width, height) => {
        const { left, top } = placeBeside(around, { width, height }, window);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(window.width);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + height).toBeLessThanOrEqual(window.height);
      },
    ),
  );
});

describe('[L-04] the toolbar of a selection covers no text where a margin has room', () => {
  const size = { width: 80, height: 400 };
  const margins = { left: { from: 0, to: 150 }, right: { from: 850, to: 1_000 } };
  const place = (box: { left: number; top: number; width: number; height: number }, change = {}) =>
    placeOutsideText(box, { ...margins, ...change }, size, window);

  it.each([
    [
      'beside words near the left margin',
      { left: 200, top: 300, width: 100, height: 20 },
      { left: 64, top: 110 },
    ],
    [
      'beside words near the right margin',
      { left: 700, top: 300, width: 100, height: 20 },
      { left: 856, top: 110 },
    ],
    ['at the top', { left: 700, top: 30, width: 100, height: 20 }, { left: 856, top: 10 }],
    ['at the bottom', { left: 700, top: 780, width: 100, height: 20 }, { left: 856, top: 390 }],
  ])('%s', (_, box, expected) => {
    expect(place(box)).toEqual(expected);
  });

  it('in the farther margin when the nearer one is too narrow', () => {
    const box = { left: 200, top: 300, width: 100, height: 20 };
    expect(place(box, { left: { from: 0, to: 91 } })).toEqual({ left: 856, top: 110 });
    expect(place(box, { left: { from: 0, to: 92 } })).toEqual({ left: 6, top: 110 });
  });

  it('not when both are too narrow, or the window is too low', () => {
    const box = { left: 200, top: 300, width: 100, height: 20 };
    expect(place(box, { left: { from: 0, to: 91 }, right: { from: 909, to: 1_000 } })).toBeNull();
    expect(placeOutsideText(box, margins, size, { width: 1_000, height: 419 })).toBeNull();
  });
});

describe('[L-04] a note is beside its words, not over them', () => {
  const size = { width: 340, height: 200 };
  it.each([
    ['in the margin after them', { left: 200, top: 300, width: 400, height: 40 }, { left: 610, top: 300 }],
    ['in the margin before them', { left: 500, top: 300, width: 480, height: 40 }, { left: 150, top: 300 }],
    ['[U-31] below a few words', { left: 200, top: 300, width: 90, height: 30 }, { left: 75, top: 340 }],
    ['below them', { left: 50, top: 300, width: 900, height: 40 }, { left: 330, top: 350 }],
    [
      'above them at the end of the page',
      { left: 50, top: 700, width: 900, height: 40 },
      { left: 330, top: 490 },
    ],
  ])('%s', (_, box, expected) => {
    expect(placeInMargin(box, size, window)).toEqual(expected);
  });

  it('in a narrow window at the other end of the page', () => {
    expect(sheetSide({ left: 0, top: 100, width: 300, height: 40 }, window)).toBe('bottom');
    expect(sheetSide({ left: 0, top: 600, width: 300, height: 40 }, window)).toBe('top');
  });
});

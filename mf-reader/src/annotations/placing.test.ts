import fc from 'fast-check';
import { placeBeside, placeInMargin, sheetSide } from './placing.ts';

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

describe('[L-04] a note is beside its words, not over them', () => {
  const size = { width: 340, height: 200 };
  it.each([
    ['in the margin after them', { left: 200, top: 300, width: 400, height: 40 }, { left: 610, top: 300 }],
    ['in the margin before them', { left: 500, top: 300, width: 480, height: 40 }, { left: 150, top: 300 }],
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

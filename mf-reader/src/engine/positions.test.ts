/** @jest-environment node */
import fc from 'fast-check';
import { percentageAt, placeOfPosition, positionAt } from './positions.ts';

/** A spine as the server computes it, with consecutive positions. */
const spines = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 }).map((sizes) => {
  let first = 1;
  return sizes.map((positions) => {
    const item = { first_position: first, positions };
    first += positions;
    return item;
  });
});

const totalOf = (spine: { first_position: number; positions: number }[]) => {
  const last = spine.at(-1);
  return last ? last.first_position + last.positions - 1 : 0;
};

test.each([
  [0, 11],
  [0.24, 11],
  [0.25, 12],
  [0.999, 14],
  [1, 14],
  [-1, 11],
  [7, 14],
])('a fraction of %s in a chapter of four positions from 11 is position %s', (fraction, position) => {
  expect(positionAt({ first_position: 11, positions: 4 }, fraction)).toBe(position);
});

test('every position leads to a place that is this position again', () => {
  fc.assert(
    fc.property(spines, fc.nat(), (spine, seed) => {
      const position = 1 + (seed % totalOf(spine));
      const place = placeOfPosition(spine, position);
      const item = place && spine[place.spineIndex];
      expect(item && positionAt(item, place.fraction + 1e-9)).toBe(position);
    }),
  );
});

test('positions outside the book give its first and its last chapter', () => {
  const spine = [
    { first_position: 1, positions: 3 },
    { first_position: 4, positions: 2 },
  ];
  expect(placeOfPosition(spine, -5)).toEqual({ spineIndex: 0, fraction: 0 });
  expect(placeOfPosition(spine, 99)).toEqual({ spineIndex: 1, fraction: 0.5 });
  expect(placeOfPosition([], 1)).toBeNull();
});

test('percent grows with the place and stays within 0 and 100', () => {
  fc.assert(
    fc.property(
      spines,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (spine, a, b) => {
        const total = totalOf(spine);
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        for (const item of spine) {
          const [before, after] = [percentageAt(item, low, total), percentageAt(item, high, total)];
          expect(before).toBeLessThanOrEqual(after);
          expect(before).toBeGreaterThanOrEqual(0);
          expect(after).toBeLessThanOrEqual(100);
        }
      },
    ),
  );
});

test.each([
  [{ first_position: 1, positions: 4 }, 0, 0],
  [{ first_position: 1, positions: 4 }, 1, 33.33],
  [{ first_position: 5, positions: 4 }, 0, 33.33],
  [{ first_position: 5, positions: 4 }, 0.5, 50],
  [{ first_position: 9, positions: 4 }, 2, 100],
  // A chapter without text has a position of its own.
  [{ first_position: 12, positions: 0 }, 1, 100],
])('in the chapter %j of twelve positions, %d of it is %d percent of the book', (item, fraction, percent) => {
  expect(percentageAt(item, fraction, 12)).toBe(percent);
});

test('of a book without positions nothing is read', () => {
  expect(percentageAt({ first_position: 1, positions: 4 }, 1, 0)).toBe(0);
});

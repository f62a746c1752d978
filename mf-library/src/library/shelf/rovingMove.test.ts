/** @jest-environment node */
import fc from 'fast-check';
import { rovingMove } from './useBookList.ts';

const shelf = { count: 10, columns: 4, pageRows: 2, direction: 'ltr' as const };

describe('the keys of a shelf', () => {
  test.each([
    [0, 'ArrowRight', 1],
    [9, 'ArrowRight', 9],
    [0, 'ArrowLeft', 0],
    [1, 'ArrowDown', 5],
    [7, 'ArrowDown', 9],
    [9, 'ArrowDown', 9],
    [1, 'ArrowUp', 1],
    [5, 'ArrowUp', 1],
    [6, 'Home', 4],
    [5, 'End', 7],
    [9, 'End', 9],
    [0, 'PageDown', 8],
    [9, 'PageUp', 1],
    [3, 'a', null],
    [3, 'Tab', null],
  ])('from book %d, %s leads to %p', (from, key, to) => {
    expect(rovingMove(from, { key }, shelf)).toBe(to);
  });

  test('Ctrl+Home and Ctrl+End lead to the ends', () => {
    expect(rovingMove(5, { key: 'Home', ctrlKey: true }, shelf)).toBe(0);
    expect(rovingMove(5, { key: 'End', metaKey: true }, shelf)).toBe(9);
  });

  test('left and right change places where one reads from the right', () => {
    expect(rovingMove(5, { key: 'ArrowRight' }, { ...shelf, direction: 'rtl' })).toBe(4);
  });

  test('no key ever leads off the shelf', () => {
    const key = fc.constantFrom(
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'ArrowDown',
      'Home',
      'End',
      'PageUp',
      'PageDown',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        key,
        (count, columns, at, name) => {
          const next = rovingMove(
            at % count,
            { key: name },
            { count, columns, pageRows: 3, direction: 'ltr' },
          );
          expect(next).not.toBeNull();
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThan(count);
        },
      ),
    );
  });
});

/** @jest-environment node */
import { isLarge } from './persister.ts';

describe('the size of an answer', () => {
  it.each<[string, unknown, number]>([
    ['a text with its quotes', 'abc', 5],
    ['an empty text', '', 2],
    ['a number', 1234, 4],
    ['nothing', null, 4],
    ['a truth value', false, 5],
    ['an empty object', {}, 2],
    ['an object with its names', { ab: 1, c: 'd' }, 2 + (2 + 4) + 1 + (1 + 4) + 3],
    ['a list with its commas', [1, 22, [3]], 2 + (1 + 1) + (1 + 2) + (1 + (2 + 1 + 1))],
  ])('of %s', (_, value, characters) => {
    expect([isLarge(value, characters), isLarge(value, characters + 1)]).toEqual([true, false]);
  });

  it('is counted no further than it must', () => {
    const counted: string[] = [];
    const item = (name: string) => ({
      get text() {
        counted.push(name);
        return 'x'.repeat(100);
      },
    });
    expect(isLarge([item('a'), item('b'), item('c')], 150)).toBe(true);
    expect(counted).toEqual(['a', 'b']);
  });
});

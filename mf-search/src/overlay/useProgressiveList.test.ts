/** @jest-environment node */
import fc from 'fast-check';
import { progressiveList } from './Results.tsx';

interface Line {
  key: string;
  marks: string;
}
const lines = (marks: string, keys: string): Line[] => [...keys].map((key) => ({ key, marks }));
const read = (list: readonly Line[]) => list.map(({ key, marks }) => key + marks).join(' ');

describe('progressiveList', () => {
  it.each([
    ['first render: as many lines as allowed', '', 'abcde', 2, 'a2 b2'],
    ['same lines: the rest is unchanged', 'abcde', 'abcde', 2, 'a2 b2 c1 d1 e1'],
    ['fewer lines: removed ones disappear at once', 'abcde', 'ace', 1, 'a2 c1 e1'],
    ['a new line: the list ends before it', 'abc', 'abxc', 1, 'a2 b1'],
    ['another order: the new order', 'abc', 'cba', 1, 'c2 b1 a1'],
    ['empty list', 'abc', '', 3, ''],
  ])('%s', (_, before, now, count, shown) => {
    expect(read(progressiveList(lines('2', now), lines('1', before), count))).toBe(shown);
  });

  it('ends as the whole list, without duplicates, in order', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghij')).map((some) => some.join(''));
    fc.assert(
      fc.property(keys, keys, fc.nat(12), (before, now, count) => {
        const list = lines('2', now);
        const shown = progressiveList(list, lines('1', before), count);
        expect(shown.map(({ key }) => key)).toEqual(list.slice(0, shown.length).map(({ key }) => key));
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(count, list.length));
        if (count >= list.length) expect(shown).toBe(list);
      }),
    );
  });
});

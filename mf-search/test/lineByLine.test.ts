/** @jest-environment node */
import fc from 'fast-check';
import { lineByLine } from '../src/overlay/useLineByLine.ts';

interface Line {
  key: string;
  marks: string;
}
const lines = (marks: string, keys: string): Line[] => [...keys].map((key) => ({ key, marks }));
const read = (list: readonly Line[]) => list.map(({ key, marks }) => key + marks).join(' ');

describe('a list that is drawn line by line', () => {
  it.each([
    ['from nothing: as many as may be', '', 'abcde', 2, 'a2 b2'],
    ['the same lines: the rest stays as it was', 'abcde', 'abcde', 2, 'a2 b2 c1 d1 e1'],
    ['fewer lines: what is gone is gone at once', 'abcde', 'ace', 1, 'a2 c1 e1'],
    ['a new line: the list ends where it is to come', 'abc', 'abxc', 1, 'a2 b1'],
    ['another order: the new one', 'abc', 'cba', 1, 'c2 b1 a1'],
    ['nothing found any more', 'abc', '', 3, ''],
  ])('%s', (_, before, now, count, shown) => {
    expect(read(lineByLine(lines('2', now), lines('1', before), count))).toBe(shown);
  });

  it('is the whole list once every line has had its turn, has no line twice and keeps the order', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghij')).map((some) => some.join(''));
    fc.assert(
      fc.property(keys, keys, fc.nat(12), (before, now, count) => {
        const list = lines('2', now);
        const shown = lineByLine(list, lines('1', before), count);
        expect(shown.map(({ key }) => key)).toEqual(list.slice(0, shown.length).map(({ key }) => key));
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(count, list.length));
        if (count >= list.length) expect(shown).toBe(list);
      }),
    );
  });
});

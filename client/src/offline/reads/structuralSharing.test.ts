/** @jest-environment node */
import fc from 'fast-check';
import { structuralSharing } from './query.ts';

describe('structuralSharing', () => {
  it('always equals what came after', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(structuralSharing(before, structuredClone(after))).toEqual(after);
      }),
    );
  });

  it('is what was before when nothing changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(structuralSharing(value, structuredClone(value))).toBe(value);
      }),
    );
  });

  it('keeps the items that did not change when one more stands in front', () => {
    const before = {
      items: [
        { id: 1, title: 'a' },
        { id: 2, title: 'b' },
      ],
      total: 2,
    };
    const after = {
      items: [
        { id: 3, title: 'c' },
        { id: 1, title: 'a' },
        { id: 2, title: 'B' },
      ],
      total: 3,
    };
    const kept = structuralSharing(before, after);
    expect(kept).toEqual(after);
    expect(kept.items[1]).toBe(before.items[0]);
    expect(kept.items[2]).not.toBe(before.items[1]);
  });

  it.each<[string, unknown, unknown]>([
    ['one field less', { a: 1, b: 2 }, { a: 1 }],
    ['one field more', { a: 1 }, { a: 1, b: undefined }],
    ['another value', { a: 1 }, { a: 2 }],
    ['a shorter list', [1, 2], [1]],
    ['a longer list', [1], [1, 2]],
    ['another order of items', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }]],
    ['a list in place of an object', { 0: 1 }, [1]],
    ['an object in place of a list', [1], { 0: 1 }],
    ['nothing in place of an object', { a: 1 }, null],
    ['an object in place of nothing', null, { a: 1 }],
    ['a text in place of an object', { a: 1 }, 'a'],
  ])('is new with %s', (_, before, after) => {
    const kept = structuralSharing(before, after);
    expect(kept).toEqual(after);
    expect(kept).not.toBe(before);
  });

  it('matches items without an id by their places', () => {
    const before = [{ word: 'a' }, { word: 'b' }];
    const kept = structuralSharing(before, [{ word: 'a' }, { word: 'c' }]);
    expect(kept[0]).toBe(before[0]);
  });
});

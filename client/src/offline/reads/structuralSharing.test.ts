/** @jest-environment node */
import fc from 'fast-check';
import { structuralSharing } from './structuralSharing.ts';

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
});

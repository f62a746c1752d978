import fc from 'fast-check';
import { basisOf, mergedBasis, valueStamp } from './basis.ts';
import { changedCollection, memberChanges, mergedMemberChanges, withMembers } from './members.ts';

describe('what a change was made from', () => {
  it('knows a value again by its stamp, and nothing from something', () => {
    const different = [null, 0, 3, '', 'three', ['a'], ['b'], { authors: ['a'] }, { authors: ['b'] }];
    const stamps = different.map(valueStamp);
    // No value equals an empty text.
    expect(valueStamp(undefined)).toBe(valueStamp(null));
    expect(valueStamp('')).toBe(valueStamp(null));
    expect(new Set(stamps).size).toBe(different.length - 1);
    expect(structuredClone(different).map(valueStamp)).toEqual(stamps);
  });

  it('is the stamps of the fields that it changes', () => {
    expect(basisOf({ title: 'Emma', rating: 3 }, { rating: 4 })).toEqual({ rating: [valueStamp(3)] });
  });

  it('of two changes is what either replaced; a field that an older app changed is left out', () => {
    const earlier = {
      basis: { title: ['a'], genre: ['g'] },
      changes: { title: 'A', genre: 'G', author: 'W' },
    };
    const later = { basis: { title: ['b'], author: ['c'] }, changes: { title: 'B', author: 'C' } };
    expect(mergedBasis(earlier, later)).toEqual({ basis: { title: ['a', 'b'], genre: ['g'] } });
  });

  it('is nothing where an older app has made both changes', () => {
    expect(
      mergedBasis({ changes: { title: 'A' } }, { basis: { title: ['b'] }, changes: { title: 'B' } }),
    ).toEqual({});
  });

  it('of many changes is what the last fifty replaced', () => {
    const stamps = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${from + i}`);
    const earlier = { basis: { title: stamps(0, 50) }, changes: { title: 'A' } };
    const later = { basis: { title: stamps(40, 60) }, changes: { title: 'A' } };
    expect(mergedBasis(earlier, later)).toEqual({ basis: { title: stamps(10, 60) } });
  });
});

describe('[Y-07] a set that two devices change', () => {
  const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));

  it('has what either put in and nothing that either took out, in whatever order they arrive', () => {
    fc.assert(
      fc.property(list, list, list, (before, phone, laptop) => {
        const [one, other] = [memberChanges(before, phone), memberChanges(before, laptop)];
        const merged = withMembers(withMembers(before, phone, one), laptop, other);
        const swapped = withMembers(withMembers(before, laptop, other), phone, one);
        expect(new Set(merged)).toEqual(new Set(swapped));
        const expected = [...before, ...phone, ...laptop].filter(
          (member) => !before.includes(member) || (phone.includes(member) && laptop.includes(member)),
        );
        expect(new Set(merged)).toEqual(new Set(expected));
      }),
    );
  });

  it('is the same when two changes of one device go as one, whether the first has arrived or not', () => {
    fc.assert(
      fc.property(list, list, list, fc.boolean(), (before, first, second, arrived) => {
        const merged = mergedMemberChanges(memberChanges(before, first), memberChanges(first, second));
        const stored = arrived ? first : before;
        expect(new Set(withMembers(stored, second, merged))).toEqual(new Set(second));
      }),
    );
  });

  it('keeps the order of the device that knew all of its members', () => {
    expect(withMembers(['a', 'b'], ['b', 'a'], { added: [], removed: [] })).toEqual(['b', 'a']);
    expect(withMembers(['a', 'b', 'c'], ['b', 'a', 'd'], { added: ['d'], removed: [] })).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});

it('[Y-07] a change of a collection changes the fields that it names, and no others', () => {
  const stored = { name: 'Ships', description: 'Rope.', color: 'sea', icon: null, bookIds: ['a', 'b'] };
  const said = { name: 'Sea', description: 'Salt.', color: 'sea', icon: null, bookIds: ['a'] };
  expect(
    changedCollection(stored, said, { basis: { description: [] }, books: { added: [], removed: [] } }),
  ).toEqual({ ...stored, description: 'Salt.' });
  expect(changedCollection(stored, said, {})).toEqual(said);
});

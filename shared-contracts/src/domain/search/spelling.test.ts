import fc from 'fast-check';
import { editDistance, nearest } from './spelling.ts';

describe('spelling', () => {
  it.each([
    ['whale', 'whale', 0],
    ['whlae', 'whale', 1],
    ['wale', 'whale', 1],
    ['whalee', 'whale', 1],
    ['melvile', 'melville', 1],
    ['leviathon', 'leviathan', 1],
    ['dostoyevski', 'dostoevsky', 2],
    ['whale', 'moor', 3],
    ['猫犬', '犬猫', 1],
  ])('%s and %s are %d apart', (one, other, apart) => {
    expect(editDistance(one, other)).toBe(apart);
  });

  it('names the nearest first, at most as many as asked for, and never the word itself', () => {
    const among = ['leviathan', 'leviathans', 'leviathan’s', 'leviathany'];
    expect(nearest('leviathan', among, 3)).toEqual(['leviathans', 'leviathany', 'leviathan’s']);
    expect(nearest('leviathan', ['leviathan’s', 'leviathans'], 1)).toEqual(['leviathans']);
  });

  it('is as far there as back', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '猫'), maxLength: 6 });
    fc.assert(fc.property(word, word, (a, b) => expect(editDistance(a, b)).toBe(editDistance(b, a))));
  });

  it('forgives nothing in a short word, one mistake in a longer one, two in a long one', () => {
    expect(nearest('wha', ['who', 'what'], 3)).toEqual([]);
    expect(nearest('whlae', ['whale', 'whole', 'moor'], 3)).toEqual(['whale']);
    expect(nearest('wal', ['wale'], 3)).toEqual([]);
    expect(nearest('wael', ['wale', 'waled'], 3)).toEqual(['wale']);
    expect(nearest('captian', ['captain', 'captains'], 3)).toEqual(['captain']);
    expect(nearest('captains', ['captns', 'captins', 'capns'], 3)).toEqual(['captins', 'captns']);
    expect(nearest('leviahton', ['leviathan', 'levitation', 'leviathans'], 1)).toEqual(['leviathan']);
  });
});

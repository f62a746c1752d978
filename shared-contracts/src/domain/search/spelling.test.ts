import fc from 'fast-check';
import { misspelt, nearest } from './spelling.ts';

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
    expect(misspelt(one, other)).toBe(apart);
  });

  it('is as far there as back', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '猫'), maxLength: 6 });
    fc.assert(fc.property(word, word, (a, b) => expect(misspelt(a, b)).toBe(misspelt(b, a))));
  });

  it('forgives nothing in a short word, one mistake in a longer one, two in a long one', () => {
    expect(nearest('wha', ['who', 'what'], 3)).toEqual([]);
    expect(nearest('whlae', ['whale', 'whole', 'moor'], 3)).toEqual(['whale']);
    expect(nearest('leviahton', ['leviathan', 'levitation', 'leviathans'], 1)).toEqual(['leviathan']);
  });
});

import fc from 'fast-check';
import { searchQuery } from './searchQuery.ts';

describe('a search query', () => {
  it.each([
    ['', null],
    [' ', null],
    ['a', null],
    [' a ', null],
    ['ab', ['ab']],
    ['Moby-Dick', ['moby', 'dick']],
    ['a b cd', ['cd']],
    ['the THE thé', ['the']],
    ['Brontë’s moor', ['bronte', 'moor']],
    ['" * % NEAR(', ['near']],
    ['李白', ['李白']],
  ])('[GS-03] %j: at least two characters, words of one are ignored → %j', (typed, words) => {
    expect(searchQuery(typed)?.words ?? null).toEqual(words);
  });

  it('takes any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        for (const word of searchQuery(typed)?.words ?? []) expect([...word].length).toBeGreaterThan(1);
      }),
    );
    expect(searchQuery('\ud800\ud800')).not.toBeUndefined();
  });
});

import fc from 'fast-check';
import { codePoint } from '../../testing/codePoint.ts';
import { isUnspaced } from './foldText.ts';
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
    ['猫', ['猫']],
    ['a b', null],
    ['a b c', null],
    ['the white whale', ['white', 'whale']],
    ['what is it', ['what', 'is', 'it']],
    ['ISBN 978-0-14-243724-7', ['9780142437247']],
    ['0-14-243724-X', ['014243724x']],
  ])('[GS-03] %j: at least two characters, words of one are ignored → %j', (typed, words) => {
    expect(searchQuery(typed)?.words ?? null).toEqual(words);
  });

  it('takes any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (typed) => {
        for (const word of searchQuery(typed)?.words ?? [])
          expect([...word].length > 1 || isUnspaced(word)).toBe(true);
      }),
    );
    expect(searchQuery('\ud800\ud800')).not.toBeUndefined();
  });
});

/** @jest-environment node */
import { cleanTags, hasTag } from './tags.ts';

describe('tags', () => {
  test.each<[string, string[], string[]]>([
    ['are trimmed and in one line', ['  to \n read ', 'sea'], ['to read', 'sea']],
    ['are compared without case and accents', ['Été', 'ete', 'ÉTÉ', 'SF', 'sf'], ['Été', 'SF']],
    ['are not empty', ['', ' ', '\u200b'], []],
    ['may hold commas and quotes', ['Twain, Mark', '"so"'], ['Twain, Mark', '"so"']],
  ])('%s', (_, given, clean) => expect(cleanTags(given)).toEqual(clean));

  test('one is found in any spelling, and only as a whole', () => {
    expect(hasTag(['Science fiction'], 'science FICTION ')).toBe(true);
    expect(hasTag(['Science fiction'], 'fiction')).toBe(false);
  });
});

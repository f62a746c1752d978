import fc from 'fast-check';
import { hasFilter, parseSearch } from './searchOperators.ts';

const nothing = { phrases: [], author: null, tag: null, within: null };

describe('what was typed', () => {
  it.each([
    ['white whale', { ...nothing, text: 'white whale' }],
    ['"white whale" ahab', { ...nothing, text: 'white whale ahab', phrases: ['white whale'] }],
    ['“white whale”', { ...nothing, text: 'white whale', phrases: ['white whale'] }],
    ['author:melville whale', { ...nothing, text: 'whale', author: 'melville' }],
    ['Author:"Herman Melville"', { ...nothing, text: '', author: 'Herman Melville' }],
    ['snow in:"moby dick"', { ...nothing, text: 'snow', within: 'moby dick' }],
    ['tag:sea tag:land', { ...nothing, text: '', tag: 'land' }],
    ['author: x', { ...nothing, text: 'author: x' }],
    ['built-in:x', { ...nothing, text: 'built-in:x' }],
    ['"open', { ...nothing, text: 'open' }],
    ['tag:“on  land” sea', { ...nothing, text: 'sea', tag: 'on  land' }],
    ['in:" moby dick "', { ...nothing, text: '', within: 'moby dick' }],
    ['" white whale "   " "', { ...nothing, text: 'white whale', phrases: ['white whale'] }],
    ['in:吾輩は猫である 名前', { ...nothing, text: '名前', within: '吾輩は猫である' }],
  ])('%j', (typed, expected) => {
    expect(parseSearch(typed)).toEqual(expected);
  });

  it.each([
    ['whale', false],
    ['"white whale"', false],
    ['author:melville', true],
    ['tag:sea', true],
    ['in:moby', true],
  ])('%j says where to look: %p', (typed, expected) => {
    expect(hasFilter(parseSearch(typed))).toBe(expected);
  });

  it('is legal whatever it is, and plain words are left as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const parsed = parseSearch(typed);
        if (!hasFilter(parsed) && !/["“”]/.test(typed)) {
          expect(parsed.text).toBe(typed.replace(/\s+/g, ' ').trim());
        }
      }),
    );
  });
});

/** @jest-environment node */
import { searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import fc from 'fast-check';
import { markedSegments, markSegments, shorten } from './markSegments.ts';

function marked(text: string, typed: string): string {
  const query = searchQuery(typed);
  if (!query) throw new Error('too little typed');
  return markSegments(text, query)
    .map((segment) => (segment.hit ? `[${segment.text}]` : segment.text))
    .join('');
}

describe('marks', () => {
  it.each([
    ['Moby-Dick', 'moby', '[Moby]-Dick'],
    ['Charlotte Brontë', 'BRONTE', 'Charlotte [Brontë]'],
    ['the white whale', 'white whale', 'the [white whale]'],
    ['a whale, white', 'white whale', 'a [whale], [white]'],
    ['𝒲hale and whale', 'whale', '[𝒲hale] and [whale]'],
    ['nothing', 'whale', 'nothing'],
  ])('in %j for %j: %j', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });

  it('loses no character of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 2 }), (text, typed) => {
        const query = searchQuery(typed);
        if (!query) return;
        const segments = markSegments(text, query);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
      }),
    );
  });

  it('takes the server’s marks, and shortens around the first', () => {
    const segments = markedSegments(`${'before '.repeat(50)}\uE000whale\uE001${' after'.repeat(50)}`);
    const short = shorten(segments, 100);
    expect(short.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['whale']);
    expect(short.map(({ text }) => text).join('').length).toBeLessThan(110);
  });
});

/** @jest-environment node */
import { differenceOf } from './difference.ts';

describe('[N-07] the difference of an earlier version', () => {
  it.each<[string, string, string, string]>([
    ['The whale is grey.', 'The whale is white.', 'en', 'The whale is -grey+white.'],
    [
      'The sea, the ship and the whale.',
      'The ship and a whale.',
      'en',
      'The -sea, the ship and -the+a whale.',
    ],
    ['鯨は黒い。', '鯨は白い。', 'ja', '鯨は-黒い+白い。'],
    ['البحر أزرق', 'البحر أخضر', 'ar', 'البحر -أزرق+أخضر'],
    ['', 'New words.', 'en', '+New words.'],
    ['The same.', 'The same.', 'en', 'The same.'],
  ])('of %j and %j is by words', (current, earlier, language, expected) => {
    const sign = { same: '', current: '-', earlier: '+' };
    const parts = differenceOf(current, earlier, language);
    expect(parts.map(({ kind, text }) => sign[kind] + text).join('')).toBe(expected);
  });

  it('shows the ends of what is the same, beside the changes only', () => {
    const long = 'word '.repeat(400);
    const parts = differenceOf(`a ${long}end`, `b ${long}end`, 'en');
    expect(parts.at(-1)?.text).toMatch(/^(word )+word … $|^ ?(word )+.{0,4} … $/);
    expect(parts.at(-1)?.text.length).toBeLessThan(210);
    expect(differenceOf(long, long, 'en')).toEqual([{ kind: 'same', text: long }]);
  });

  it('of 100,000 characters without anything in common is the earlier text, soon', () => {
    const words = (seed: number) =>
      Array.from({ length: 14_000 }, (_, index) => ((index * 7919 + seed) % 100_003).toString(36)).join(' ');
    const began = performance.now();
    expect(differenceOf(words(1), words(50_021), 'en')).toEqual([{ kind: 'earlier', text: words(50_021) }]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

/** @jest-environment node */
import { coverDesign } from './coverDesign.ts';

const titles = Array.from({ length: 300 }, (_, index) => `Volume ${index}`);

describe('the design of a generated cover', () => {
  it('[LB-09] is the same for the same title, however it is written', () => {
    expect(coverDesign('Middlemarch')).toEqual(coverDesign('Middlemarch'));
    expect(coverDesign('  MIDDLEMARCH ')).toEqual(coverDesign('Middlemarch'));
    // é as one character, and as e with a combining accent.
    expect(coverDesign('Th\u00e9r\u00e8se')).toEqual(coverDesign('The\u0301re\u0300se'));
  });

  it('uses every cloth, ornament and size, and none for half of the shelf', () => {
    for (const part of ['cloth', 'ornament', 'tile'] as const) {
      const uses = new Map<unknown, number>();
      for (const title of titles) {
        const value = coverDesign(title)[part];
        uses.set(value, (uses.get(value) ?? 0) + 1);
      }
      expect(uses.size).toBe({ cloth: 8, ornament: 5, tile: 3 }[part]);
      expect(Math.max(...uses.values())).toBeLessThan(titles.length / 2);
    }
  });

  it('has a design for a book without a title', () => {
    expect(coverDesign('').cloth.ground).toMatch(/^#/);
  });
});

/** @jest-environment node */
import { coverDesign } from './coverDesign.ts';

const titles = Array.from({ length: 300 }, (_, index) => `Volume ${index}`);

describe('the design of a generated cover', () => {
  it('[LB-09] is the same for the same title, however it is written', () => {
    expect(coverDesign('Middlemarch')).toEqual(coverDesign('Middlemarch'));
    expect(coverDesign('  MIDDLEMARCH ')).toEqual(coverDesign('Middlemarch'));
    // é as one character, and as e with a combining accent.
    expect(coverDesign('Th\u00e9r\u00e8se').cloth).toEqual(coverDesign('The\u0301re\u0300se').cloth);
  });

  it('stays as it is from one version to the next', () => {
    const { cloth, pattern, layout } = coverDesign('Middlemarch');
    expect([cloth.ground, pattern, layout]).toMatchInlineSnapshot(`
[
  "#6d1f2a",
  "scales",
  "bands",
]
`);
  });

  it('uses every cloth, pattern and layout, and none for half of the shelf', () => {
    for (const part of ['cloth', 'pattern', 'layout'] as const) {
      const uses = new Map<unknown, number>();
      for (const title of titles) {
        const value = coverDesign(title)[part];
        uses.set(value, (uses.get(value) ?? 0) + 1);
      }
      expect(uses.size).toBe({ cloth: 12, pattern: 8, layout: 4 }[part]);
      expect(Math.max(...uses.values())).toBeLessThan(titles.length / 2);
    }
  });

  it('sets a long title smaller than a short one, and lets a long word fit', () => {
    expect(coverDesign('Emma').titleSize).toBeGreaterThan(
      coverDesign('A Tale of Two Cities and More').titleSize,
    );
    expect(coverDesign('Donaudampfschifffahrt').titleSize).toBeLessThan(coverDesign('Seafaring').titleSize);
  });

  it('has a cover for a book without a title', () => {
    expect(coverDesign('').titleSize).toBeGreaterThan(0);
  });
});

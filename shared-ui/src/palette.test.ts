/** @jest-environment node */

import { coverLabel } from '@lectern/shared-contracts/domain/books/coverDesign.ts';
import { highlightColors } from './color/highlightColors.ts';
import type { Palette } from './palette.ts';
import { declarations, palettes } from './palette.ts';
import { color } from './tokens.ts';

/** Red, green and blue of '#rrggbb' in linear light. */
function linear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

/** A color in OKLab, where distances are as they are seen. */
function oklab(hex: string): number[] {
  const times = (rows: readonly (readonly number[])[], values: readonly number[]) =>
    rows.map((row) => row.reduce((sum, factor, at) => sum + factor * (values[at] ?? 0), 0));
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear(hex),
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt),
  );
}

/** Relative luminance of '#rrggbb' by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21. */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

type Role = keyof Palette;

const surfaces: Role[] = ['surface', 'surfaceRaised', 'surfaceSunken', 'surfaceHover'];
const highlights = Object.values(highlightColors);

/** Pairs of text and background, as used by the components. */
const words: [Role, Role][] = [
  ...surfaces.flatMap((ground): [Role, Role][] => [
    ['text', ground],
    ['textMuted', ground],
    ['accent', ground],
    ['accentHover', ground],
    ['danger', ground],
  ]),
  ...highlights.map(({ ground }): [Role, Role] => ['text', ground]),
  ['accentText', 'accent'],
  ['accentText', 'accentHover'],
  ['dangerText', 'danger'],
  ['accent', 'accentSoft'],
  ['progress', 'progressSoft'],
  ['danger', 'dangerSoft'],
  ['warning', 'warningSoft'],
  ['success', 'successSoft'],
  ['info', 'infoSoft'],
  ['text', 'accentSoft'],
  ['text', 'dangerSoft'],
  ['text', 'warningSoft'],
  ['text', 'successSoft'],
  ['text', 'infoSoft'],
  // Snackbars and tooltips use inverted colors.
  ['surface', 'text'],
];

const controls: [Role, Role][] = surfaces.flatMap((ground): [Role, Role][] => [
  ['lineStrong', ground],
  ['focus', ground],
  ['progress', ground],
  ['accent', ground],
  ...highlights.map(({ ink }): [Role, Role] => [ink, ground]),
]);

describe.each(Object.entries(palettes))('the %s palette', (_name, palette) => {
  it.each(words)('has %s readable on %s, at least 4.5 to 1', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controls)('has %s visible on %s, at least 3 to 1', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(3);
  });

  it('[U-36] has five inks of highlights, no two alike', () => {
    const inks = highlights.map(({ ink }) => oklab(palette[ink]));
    for (const [index, ink] of inks.entries())
      for (const other of inks.slice(index + 1))
        expect(Math.hypot(...ink.map((value, axis) => value - (other[axis] ?? 0)))).toBeGreaterThan(0.1);
  });

  it('gives a value to every colour that the tokens name', () => {
    const css = `${declarations(palette)} --scrim: ;`;
    for (const reference of Object.values(color)) {
      expect(css).toContain(`${reference.slice('var('.length, -1)}:`);
    }
  });
});

describe('the label of generated covers', () => {
  it('is readable', () => {
    expect(contrast(coverLabel.ground, coverLabel.ink)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('contrast', () => {
  it('is 21 between black and white and 1 between equals', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#7a1f2b', '#7a1f2b')).toBe(1);
  });
});

/** @jest-environment node */
import { coverCloths, coverLabel } from './coverDesign.ts';
import type { Palette } from './palette.ts';
import { declarations, palettes } from './palette.ts';
import { color } from './tokens.ts';

/** Relative luminance of '#rrggbb' by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21. */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

type Role = keyof Palette;

const surfaces: Role[] = ['surface', 'surfaceRaised', 'surfaceSunken', 'surfaceHover'];
const highlights: Role[] = [
  'highlightYellow',
  'highlightGreen',
  'highlightBlue',
  'highlightPink',
  'highlightPurple',
];

/** Pairs of text and background, as used by the components. */
const words: [Role, Role][] = [
  ...surfaces.flatMap((ground): [Role, Role][] => [
    ['text', ground],
    ['textMuted', ground],
    ['accent', ground],
    ['accentHover', ground],
    ['danger', ground],
  ]),
  ...highlights.map((ground): [Role, Role] => ['text', ground]),
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
]);

describe.each(Object.entries(palettes))('the %s palette', (_name, palette) => {
  it.each(words)('has %s readable on %s, at least 4.5 to 1', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controls)('has %s visible on %s, at least 3 to 1', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(3);
  });

  it('gives a value to every colour that the tokens name', () => {
    const css = `${declarations(palette)} --scrim: ;`;
    for (const reference of Object.values(color)) {
      expect(css).toContain(`${reference.slice('var('.length, -1)}:`);
    }
  });
});

describe('the cloth of generated covers', () => {
  it.each([...coverCloths.map((cloth) => [cloth.ground, cloth.ink]), [coverLabel.ground, coverLabel.ink]])(
    'has %s readable under %s',
    (ground, ink) => {
      expect(contrast(ground as string, ink as string)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe('contrast', () => {
  it('is 21 between black and white and 1 between equals', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#7a1f2b', '#7a1f2b')).toBe(1);
  });
});

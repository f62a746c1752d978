/** @jest-environment node */
import fc from 'fast-check';
import { defaultPdfAppearance, defaultText, textLimits } from '../engine/appearance.ts';
import { parsePdfAppearance, parseTextAppearance, parseTheme } from './useAppearance.ts';

test('what was chosen is kept', () => {
  const text = {
    flow: 'scrolled',
    font: 'dyslexic',
    fontSize: 24,
    lineHeight: 1.8,
    margins: 2,
    justify: true,
    hyphenate: false,
  };
  expect(parseTextAppearance(text)).toEqual(text);
  const pdf = {
    layout: 'two',
    flow: 'scrolled',
    zoom: 1.5,
    rotation: 90,
    pageRotations: { 3: 180 },
    cropped: true,
    view: 'text',
  };
  expect(parsePdfAppearance(pdf)).toEqual(pdf);
  expect(parseTheme('sepia')).toBe('sepia');
});

test('whatever was stored, something can be shown', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const { fontSize, lineHeight, margins } = parseTextAppearance(stored);
      expect(fontSize).toBeGreaterThanOrEqual(textLimits.fontSize.min);
      expect(lineHeight).toBeLessThanOrEqual(textLimits.lineHeight.max);
      expect([0, 1, 2, 3]).toContain(margins);
      expect([0, 90, 180, 270]).toContain(parsePdfAppearance(stored).rotation);
      expect(['follow', 'light', 'sepia', 'dark']).toContain(parseTheme(stored));
    }),
  );
});

test('nothing stored gives the defaults', () => {
  expect(parseTextAppearance(undefined)).toEqual(defaultText);
  expect(parsePdfAppearance(null)).toEqual(defaultPdfAppearance);
});

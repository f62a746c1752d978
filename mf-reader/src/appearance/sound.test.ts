import fc from 'fast-check';
import { defaultSheet, defaultText, textLimits } from '../engine/appearance.ts';
import { soundSheet, soundText, soundTheme } from './sound.ts';

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
  expect(soundText(text)).toEqual(text);
  const sheet = { layout: 'two', zoom: 1.5, rotation: 90 };
  expect(soundSheet(sheet)).toEqual(sheet);
  expect(soundTheme('sepia')).toBe('sepia');
});

test('whatever was stored, something can be shown', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const { fontSize, lineHeight, margins } = soundText(stored);
      expect(fontSize).toBeGreaterThanOrEqual(textLimits.fontSize.min);
      expect(lineHeight).toBeLessThanOrEqual(textLimits.lineHeight.max);
      expect([0, 1, 2, 3]).toContain(margins);
      expect([0, 90, 180, 270]).toContain(soundSheet(stored).rotation);
      expect(['follow', 'light', 'sepia', 'dark']).toContain(soundTheme(stored));
    }),
  );
});

test('nothing stored gives the defaults', () => {
  expect(soundText(undefined)).toEqual(defaultText);
  expect(soundSheet(null)).toEqual(defaultSheet);
});

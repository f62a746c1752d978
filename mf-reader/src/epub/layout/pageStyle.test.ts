/** @jest-environment node */

import { defaultPdfAppearance, defaultText } from '../../engine/appearance.ts';
import { filesOf } from '../../engine/fonts/fontFiles.ts';
import { noteStyle } from './pageStyle.ts';

test('[E-15] at first a book shows its own font; one without a font has our serif', () => {
  const style = noteStyle({ theme: 'light', text: defaultText, pdf: defaultPdfAppearance }, filesOf);
  expect(style).toContain("@font-face { font-family: 'Literata Variable'");
  expect(style).toContain(":where(:root) { font-family: 'Literata Variable'");
  expect(style).not.toMatch(/font-family: [^;]*!important/);
});

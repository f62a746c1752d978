import { palettes } from '@lectern/shared-ui/palette.ts';
import type { Appearance } from '../../engine/appearance.ts';
import { families, fontFaces } from '../../engine/fonts/families.ts';
import { filesOf } from '../../engine/fonts/fontFiles.ts';
import { highlightStyle } from '../../engine/highlightPaint.ts';

/** Width of the text in times the size of letters, for each choice of margins. */
const widths = [46, 38, 32, 26] as const;

/**
 * Applies the reader's font, size and colors to pages shown as text.
 * @param sheet gets what elements cannot have as their own style
 */
export function dressText(
  { style, dataset }: HTMLElement,
  sheet: HTMLStyleElement,
  { theme, text }: Appearance,
): void {
  const palette = palettes[theme];
  sheet.textContent = `${fontFaces(text.font, filesOf(text.font))}\n${highlightStyle(palette)}`;
  dataset.look = theme;
  style.colorScheme = theme === 'dark' ? 'dark' : 'light';
  style.fontFamily = families[text.font === 'publisher' ? 'serif' : text.font];
  style.fontSize = `${text.fontSize}px`;
  style.lineHeight = String(text.lineHeight);
  style.color = palette.text;
  const values = {
    width: `${widths[text.margins] ?? widths[1]}em`,
    align: text.justify ? 'justify' : 'start',
    hyphens: text.hyphenate ? 'auto' : 'manual',
    muted: palette.textMuted,
    line: palette.line,
    accent: palette.accent,
  };
  for (const [name, value] of Object.entries(values)) style.setProperty(`--text-${name}`, value);
}

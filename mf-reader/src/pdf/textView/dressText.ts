import { palettes } from '@lectern/shared-ui/palette.ts';
import type { Appearance } from '../../engine/appearance.ts';
import { faceNames, families } from '../../engine/fonts/families.ts';
import { fontFiles } from '../../engine/fonts/fontFiles.ts';

/** Width of the text in times the size of letters, for each choice of margins. */
const widths = [46, 38, 32, 26] as const;
const loaded = new Set<string>();

/** Applies the reader's font, size and colors to pages shown as text. */
export function dressText(container: HTMLElement, { theme, text }: Appearance): void {
  const font = text.font === 'publisher' ? 'serif' : text.font;
  loadFont(font);
  const palette = palettes[theme];
  const { style, dataset } = container;
  dataset.look = theme;
  style.colorScheme = theme === 'dark' ? 'dark' : 'light';
  style.fontFamily = families[font];
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
    'accent-text': palette.accentText,
    'accent-soft': palette.accentSoft,
    yellow: palette.highlightYellow,
    green: palette.highlightGreen,
    blue: palette.highlightBlue,
    pink: palette.highlightPink,
    purple: palette.highlightPurple,
  };
  for (const [name, value] of Object.entries(values)) style.setProperty(`--text-${name}`, value);
}

/** Fonts for reading that the app itself does not use. */
function loadFont(font: keyof typeof fontFiles): void {
  if (loaded.has(font)) return;
  loaded.add(font);
  for (const { url, style, weight, range } of fontFiles[font])
    document.fonts.add(
      new FontFace(faceNames[font], `url('${url}') format('woff2')`, { style, weight, unicodeRange: range }),
    );
}

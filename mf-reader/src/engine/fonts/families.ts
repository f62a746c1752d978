import type { FontChoice } from '../appearance.ts';
import type { FontFile } from './fontFiles.ts';

/** CSS font families of the font choices. */
export const families: Readonly<Record<Exclude<FontChoice, 'publisher'>, string>> = {
  serif: "'Literata Variable', Georgia, 'Times New Roman', serif",
  sans: "'Atkinson Hyperlegible Next', system-ui, sans-serif",
  dyslexic: "'OpenDyslexic', 'Comic Sans MS', sans-serif",
};

/** Names of the bundled fonts. */
const faceNames = {
  serif: 'Literata Variable',
  sans: 'Atkinson Hyperlegible Next',
  dyslexic: 'OpenDyslexic',
} as const;

/** The faces of a reading font. */
export function fontFaces(font: FontChoice, files: readonly FontFile[]): string {
  const name = faceNames[font === 'publisher' ? 'serif' : font];
  return files
    .map(
      ({ url, style, weight, range }) =>
        `@font-face { font-family: '${name}'; src: url('${url}') format('woff2'); font-style: ${style}; font-weight: ${weight}; font-display: swap; unicode-range: ${range}; }`,
    )
    .join('\n');
}

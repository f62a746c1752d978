import type { FontChoice } from '../appearance.ts';

/** CSS font families of the font choices. */
export const families: Readonly<Record<Exclude<FontChoice, 'publisher'>, string>> = {
  serif: "'Literata Variable', Georgia, 'Times New Roman', serif",
  sans: "'Atkinson Hyperlegible Next', system-ui, sans-serif",
  dyslexic: "'OpenDyslexic', 'Comic Sans MS', sans-serif",
};

/** Names of the bundled fonts. */
export const faceNames = {
  serif: 'Literata Variable',
  sans: 'Atkinson Hyperlegible Next',
  dyslexic: 'OpenDyslexic',
} as const;

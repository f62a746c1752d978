import sans400Italic from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-italic.woff2';
import sans400 from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2';
import sans700Italic from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-italic.woff2';
import sans700 from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2';
import sansExt400Italic from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-italic.woff2';
import sansExt400 from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff2';
import dyslexic400Italic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-italic.woff2';
import dyslexic400 from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2';
import dyslexic700Italic from '@fontsource/opendyslexic/files/opendyslexic-latin-700-italic.woff2';
import dyslexic700 from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2';
import serifCyrillicItalic from '@fontsource-variable/literata/files/literata-cyrillic-wght-italic.woff2';
import serifCyrillic from '@fontsource-variable/literata/files/literata-cyrillic-wght-normal.woff2';
import serifGreekItalic from '@fontsource-variable/literata/files/literata-greek-wght-italic.woff2';
import serifGreek from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2';
import serifExtItalic from '@fontsource-variable/literata/files/literata-latin-ext-wght-italic.woff2';
import serifExt from '@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2';
import serifItalic from '@fontsource-variable/literata/files/literata-latin-wght-italic.woff2';
import serif from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2';
import type { FontChoice } from '../appearance.ts';

export interface FontFile {
  url: string;
  style: 'normal' | 'italic';
  weight: string;
  range: string;
}

/** unicode-range of a file. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const latinExtended =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';
const cyrillic = 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116';
const greek = 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF';

const pair = (normal: string, italic: string, weight: string, range: string): FontFile[] => [
  { url: normal, style: 'normal', weight, range },
  { url: italic, style: 'italic', weight, range },
];

export const fontFiles: Readonly<Record<Exclude<FontChoice, 'publisher'>, readonly FontFile[]>> = {
  serif: [
    ...pair(serif, serifItalic, '200 900', latin),
    ...pair(serifExt, serifExtItalic, '200 900', latinExtended),
    ...pair(serifCyrillic, serifCyrillicItalic, '200 900', cyrillic),
    ...pair(serifGreek, serifGreekItalic, '200 900', greek),
  ],
  sans: [
    ...pair(sans400, sans400Italic, '400', latin),
    ...pair(sans700, sans700Italic, '700', latin),
    ...pair(sansExt400, sansExt400Italic, '400', latinExtended),
  ],
  dyslexic: [
    ...pair(dyslexic400, dyslexic400Italic, '400', latin),
    ...pair(dyslexic700, dyslexic700Italic, '700', latin),
  ],
};

/** A book without a font of its own is shown in our serif. */
export const filesOf = (font: FontChoice): readonly FontFile[] =>
  fontFiles[font === 'publisher' ? 'serif' : font];

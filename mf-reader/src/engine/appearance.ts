import type { Manifest } from '@lectern/shared-contracts/api/books.ts';

export type PageTheme = 'light' | 'sepia' | 'dark';

/** The selected theme, or that of the app. */
export type ThemeChoice = PageTheme | 'follow';
export type FontChoice = 'serif' | 'sans' | 'dyslexic' | 'publisher';
export type Flow = 'paginated' | 'scrolled';

/** Settings of EPUB text. */
export interface TextAppearance {
  flow: Flow;
  font: FontChoice;
  /** CSS pixels. */
  fontSize: number;
  /** Times the font size. */
  lineHeight: number;
  /** 0 narrow, 1 normal, 2 wide, 3 widest. */
  margins: number;
  justify: boolean;
  hyphenate: boolean;
}

/** How the pages of a PDF, or of an EPUB with a fixed layout, are laid out. */
export interface PdfAppearance {
  /** As printed, or as text in the user's font. */
  view: 'pages' | 'text';
  layout: 'continuous' | 'single' | 'two';
  /** Of an EPUB with a fixed layout, such as a comic: turned, or one below the other. */
  flow: Flow;
  /** 1 is the paper size, others fit the window. 'auto' fits the width on phones, else the whole page. */
  zoom: 'auto' | 'page-width' | 'page-fit' | number;
  /** Rotation of all pages. */
  rotation: Rotation;
  /** Additional rotation of single pages, by one-based number. */
  pageRotations: Readonly<Record<string, Rotation>>;
  /** Crops white margins. */
  cropped: boolean;
}

/** In degrees, clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** Appearance for an engine, with `theme` resolved. */
export interface Appearance {
  theme: PageTheme;
  text: TextAppearance;
  pdf: PdfAppearance;
}

/** Whether the publisher has made a book one strip, such as a webtoon: its pages are not turned. */
export const isStrip = ({ spine }: Pick<Manifest, 'spine'>): boolean =>
  spine.length > 0 && spine.every(({ rendition }) => rendition?.flow === 'scrolled-continuous');

export const textLimits = {
  fontSize: { min: 12, max: 36, step: 1 },
  lineHeight: { min: 1.1, max: 2.2, step: 0.05 },
  margins: { min: 0, max: 3, step: 1 },
} as const;

export const zoomLimits = { min: 0.25, max: 5 } as const;

export function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, Math.round(zoom * 100) / 100));
}

export const defaultText: TextAppearance = {
  flow: 'paginated',
  font: 'publisher',
  fontSize: 19,
  lineHeight: 1.55,
  margins: 1,
  justify: false,
  hyphenate: false,
};

export const defaultPdfAppearance: PdfAppearance = {
  view: 'pages',
  layout: 'continuous',
  flow: 'paginated',
  zoom: 'auto',
  rotation: 0,
  pageRotations: {},
  cropped: false,
};

import {
  defaultPdfAppearance,
  defaultText,
  type PdfAppearance,
  type Rotation,
  type TextAppearance,
  type ThemeChoice,
  textLimits,
  zoomLimits,
} from '../engine/appearance.ts';

/** Parses stored settings of any version; invalid values get their default. */

const themes: readonly unknown[] = ['follow', 'light', 'sepia', 'dark'];

export function parseTheme(stored: unknown): ThemeChoice {
  return themes.includes(stored) ? (stored as ThemeChoice) : 'follow';
}

export function parseTextAppearance(stored: unknown): TextAppearance {
  const given = fields<TextAppearance>(stored);
  return {
    flow: oneOf(given.flow, ['paginated', 'scrolled'], defaultText.flow),
    font: oneOf(given.font, ['serif', 'sans', 'dyslexic', 'publisher'], defaultText.font),
    fontSize: within(given.fontSize, textLimits.fontSize, defaultText.fontSize),
    lineHeight: within(given.lineHeight, textLimits.lineHeight, defaultText.lineHeight),
    margins: Math.round(within(given.margins, textLimits.margins, defaultText.margins)),
    justify: typeof given.justify === 'boolean' ? given.justify : defaultText.justify,
    hyphenate: typeof given.hyphenate === 'boolean' ? given.hyphenate : given.justify === true,
  };
}

export function parsePdfAppearance(stored: unknown): PdfAppearance {
  const given = fields<PdfAppearance>(stored);
  return {
    view: oneOf(given.view, ['pages', 'text'], defaultPdfAppearance.view),
    layout: oneOf(given.layout, ['continuous', 'single', 'two'], defaultPdfAppearance.layout),
    zoom:
      typeof given.zoom === 'number'
        ? within(given.zoom, zoomLimits, 1)
        : oneOf(given.zoom, ['auto', 'page-width', 'page-fit'], defaultPdfAppearance.zoom),
    rotation: oneOf(given.rotation, rotations, defaultPdfAppearance.rotation),
    pageRotations: Object.fromEntries(
      Object.entries(fields<Record<string, Rotation>>(given.pageRotations)).flatMap(([page, rotation]) =>
        /^[1-9]\d*$/.test(page) && rotation && rotations.includes(rotation) ? [[page, rotation]] : [],
      ),
    ),
    cropped: given.cropped === true,
  };
}

const rotations: readonly Rotation[] = [0, 90, 180, 270];

function fields<T>(stored: unknown): Partial<T> {
  return typeof stored === 'object' && stored !== null ? (stored as Partial<T>) : {};
}

function oneOf<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

function within(value: unknown, { min, max }: { min: number; max: number }, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, value))
    : otherwise;
}

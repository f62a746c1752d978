import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useLayoutEffect, useMemo } from 'react';
import {
  defaultPdfAppearance,
  defaultText,
  type PageTheme,
  type PdfAppearance,
  type Rotation,
  type TextAppearance,
  type ThemeChoice,
  textLimits,
  zoomLimits,
} from '../engine/appearance.ts';

export type AppearanceChoices = ReturnType<typeof useAppearance>;

const names = { theme: 'reader.theme', text: 'reader.text', pdf: 'reader.sheet' } as const;

/**
 * Appearance settings, stored in this browser: text settings for all books, PDF settings by book.
 * @param bookId null without an open book
 */
export function useAppearance(bookId: string | null) {
  const { preferences, theme: appTheme } = useHost();
  const mode = useReadable(appTheme.mode);
  const theme = parseTheme(useReadable(preferences.watch<unknown>(names.theme, 'follow')));
  const storedText = useReadable(preferences.watch<unknown>(names.text, defaultText));
  const usualPdf = useReadable(preferences.watch<unknown>(names.pdf, null));
  const pdfName = bookId === null ? names.pdf : `${names.pdf}.${bookId}`;
  const ownPdf = useReadable(preferences.watch<unknown>(pdfName, null));
  return useMemo(() => {
    const text = parseTextAppearance(storedText);
    const usual = parsePdfAppearance(usualPdf);
    // Settings of other books are used as defaults, where they are not specific to a book.
    const pdf =
      ownPdf === null ? { ...defaultPdfAppearance, layout: usual.layout } : parsePdfAppearance(ownPdf);
    return {
      appearance: { theme: theme === 'follow' ? mode : theme, text, pdf },
      theme,
      setTheme: (next: ThemeChoice) => preferences.set(names.theme, next),
      setText: (changes: Partial<TextAppearance>) => preferences.set(names.text, { ...text, ...changes }),
      setPdf(changes: Partial<PdfAppearance>) {
        if (changes.layout) preferences.set(names.pdf, { layout: changes.layout });
        if (bookId !== null) preferences.set(pdfName, { ...pdf, ...changes });
      },
      reset() {
        preferences.set(names.theme, 'follow');
        preferences.set(names.text, defaultText);
        preferences.set(names.pdf, null);
        preferences.set(pdfName, null);
      },
    };
  }, [preferences, theme, mode, storedText, usualPdf, ownPdf, pdfName, bookId]);
}

const themes: readonly unknown[] = ['follow', 'light', 'sepia', 'dark'];

/** These parse stored settings; invalid values get their default. */
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
    flow: oneOf(given.flow, ['paginated', 'scrolled'], defaultPdfAppearance.flow),
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

/** Applies the page's colors to the document while a book is open, since popups are children of the body. */
export function usePagePalette(theme: PageTheme): void {
  useLayoutEffect(() => {
    const { dataset } = document.body;
    const before = dataset.palette;
    dataset.palette = theme;
    return () => {
      if (before === undefined) delete dataset.palette;
      else dataset.palette = before;
    };
  }, [theme]);
}

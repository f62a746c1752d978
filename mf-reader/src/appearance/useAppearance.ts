import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import {
  type Appearance,
  defaultPdfAppearance,
  defaultText,
  type PdfAppearance,
  type TextAppearance,
  type ThemeChoice,
} from '../engine/appearance.ts';
import { parsePdfAppearance, parseTextAppearance, parseTheme } from './parseAppearance.ts';

export interface AppearanceChoices {
  appearance: Appearance;
  theme: ThemeChoice;
  setTheme(theme: ThemeChoice): void;
  setText(changes: Partial<TextAppearance>): void;
  setPdf(changes: Partial<PdfAppearance>): void;
  reset(): void;
}

const names = { theme: 'reader.theme', text: 'reader.text', pdf: 'reader.sheet' } as const;

/**
 * Appearance settings, stored in this browser: text settings for all books, PDF settings by book.
 * @param bookId null without an open book
 */
export function useAppearance(bookId: string | null): AppearanceChoices {
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
      setTheme: (next) => preferences.set(names.theme, next),
      setText: (changes) => preferences.set(names.text, { ...text, ...changes }),
      setPdf(changes) {
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

import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
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

/** Appearance settings, stored in this browser for all books. */
export function useAppearance(): AppearanceChoices {
  const { preferences, theme: appTheme } = useHost();
  const mode = useReadable(appTheme.mode);
  const theme = parseTheme(useReadable(preferences.watch<unknown>(names.theme, 'follow')));
  const storedText = useReadable(preferences.watch<unknown>(names.text, defaultText));
  const storedPdf = useReadable(preferences.watch<unknown>(names.pdf, defaultPdfAppearance));
  return useMemo(() => {
    const text = parseTextAppearance(storedText);
    const pdf = parsePdfAppearance(storedPdf);
    return {
      appearance: { theme: theme === 'follow' ? mode : theme, text, pdf },
      theme,
      setTheme: (next) => preferences.set(names.theme, next),
      setText: (changes) => preferences.set(names.text, { ...text, ...changes }),
      setPdf: (changes) => preferences.set(names.pdf, { ...pdf, ...changes }),
      reset() {
        preferences.set(names.theme, 'follow');
        preferences.set(names.text, defaultText);
        preferences.set(names.pdf, defaultPdfAppearance);
      },
    };
  }, [preferences, theme, mode, storedText, storedPdf]);
}

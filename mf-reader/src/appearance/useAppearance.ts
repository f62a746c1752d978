import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo } from 'react';
import {
  type Appearance,
  defaultSheet,
  defaultText,
  type SheetAppearance,
  type TextAppearance,
  type ThemeChoice,
} from '../engine/appearance.ts';
import { soundSheet, soundText, soundTheme } from './sound.ts';

export interface AppearanceChoices {
  appearance: Appearance;
  theme: ThemeChoice;
  setTheme(theme: ThemeChoice): void;
  setText(changes: Partial<TextAppearance>): void;
  setSheet(changes: Partial<SheetAppearance>): void;
  reset(): void;
}

const names = { theme: 'reader.theme', text: 'reader.text', sheet: 'reader.sheet' } as const;

/** How pages look for this reader in this browser, in every book. */
export function useAppearance(): AppearanceChoices {
  const { preferences, theme: appTheme } = useHost();
  const mode = useReadable(appTheme.mode);
  const theme = soundTheme(useReadable(preferences.watch<unknown>(names.theme, 'follow')));
  const storedText = useReadable(preferences.watch<unknown>(names.text, defaultText));
  const storedSheet = useReadable(preferences.watch<unknown>(names.sheet, defaultSheet));
  return useMemo(() => {
    const text = soundText(storedText);
    const sheet = soundSheet(storedSheet);
    return {
      appearance: { theme: theme === 'follow' ? mode : theme, text, sheet },
      theme,
      setTheme: (next) => preferences.set(names.theme, next),
      setText: (changes) => preferences.set(names.text, { ...text, ...changes }),
      setSheet: (changes) => preferences.set(names.sheet, { ...sheet, ...changes }),
      reset() {
        preferences.set(names.theme, 'follow');
        preferences.set(names.text, defaultText);
        preferences.set(names.sheet, defaultSheet);
      },
    };
  }, [preferences, theme, mode, storedText, storedSheet]);
}

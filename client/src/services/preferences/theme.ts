import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

export type ThemeMode = 'light' | 'dark';

export type Theme = ReturnType<typeof createTheme>;

export interface ThemePorts {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The system preference: `matchMedia('(prefers-color-scheme: dark)')`. */
  system: Pick<MediaQueryList, 'matches' | 'addEventListener'>;
  /** Called with the mode at the start and at each change; see `applyTheme`. */
  apply(mode: ThemeMode): void;
}

/** The stored value, if it is valid. */
function storedTheme(storage: Pick<Storage, 'getItem'>): ThemeMode | null {
  const value = storage.getItem(storageKeys.theme);
  return value === 'light' || value === 'dark' ? value : null;
}

/** Light or dark: the reader's choice, by default the system preference [LY-11]. */
export function createTheme({ storage, system, apply }: ThemePorts) {
  const mode = createWritable<ThemeMode>(storedTheme(storage) ?? systemTheme(system));
  mode.subscribe(() => apply(mode.get()));
  apply(mode.get());
  system.addEventListener('change', () => {
    if (storedTheme(storage) === null) mode.set(systemTheme(system));
  });
  return {
    mode: mode as Readable<ThemeMode>,
    set(next: ThemeMode) {
      storage.setItem(storageKeys.theme, next);
      mode.set(next);
    },
  };
}

function systemTheme(system: Pick<MediaQueryList, 'matches'>): ThemeMode {
  return system.matches ? 'dark' : 'light';
}

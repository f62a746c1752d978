import { safeStorage } from '@lectern/client/common/safeStorage.ts';
import { createTheme } from '@lectern/client/services/preferences/theme.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { applyTheme } from './applyTheme.ts';

function setUp(systemIsDark: boolean, stored?: string) {
  const storage = safeStorage(() => {
    throw new Error('in memory');
  });
  if (stored !== undefined) storage.setItem(storageKeys.theme, stored);
  const system = Object.assign(new EventTarget(), { matches: systemIsDark });
  const applied: string[] = [];
  const theme = createTheme({
    storage,
    system: system as MediaQueryList,
    apply: (mode) => applied.push(mode),
  });
  const systemTurns = (dark: boolean) => {
    system.matches = dark;
    system.dispatchEvent(new Event('change'));
  };
  return { theme, storage, applied, systemTurns };
}

describe('the theme', () => {
  it.each([
    [true, 'dark'],
    [false, 'light'],
  ])('[LY-11] is the system’s when nothing is stored', (dark, mode) => {
    const { theme, applied } = setUp(dark);
    expect(theme.mode.get()).toBe(mode);
    expect(applied).toEqual([mode]);
  });

  it.each(['light', 'dark'])('[LY-11] accepts a stored %s', (stored) => {
    expect(setUp(stored === 'light', stored).theme.mode.get()).toBe(stored);
  });

  it.each(['blue', '', 'Dark', '"dark"'])('[LY-11] ignores a stored %j', (stored) => {
    expect(setUp(false, stored).theme.mode.get()).toBe('light');
  });

  it('[LY-11] a choice is stored, applied, and kept when the system changes', () => {
    const { theme, storage, applied, systemTurns } = setUp(false);
    theme.set('dark');
    expect(storage.getItem(storageKeys.theme)).toBe('dark');
    systemTurns(true);
    systemTurns(false);
    expect(theme.mode.get()).toBe('dark');
    expect(applied).toEqual(['light', 'dark']);
  });

  it('follows the system until the reader chooses', () => {
    const { theme, systemTurns } = setUp(false);
    systemTurns(true);
    expect(theme.mode.get()).toBe('dark');
  });

  it('is applied to the page and the browser’s bar', () => {
    document.head.innerHTML = '<meta name="theme-color" content="#fff">';
    applyTheme('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(document.querySelector('meta')?.content).not.toBe('#fff');
  });
});

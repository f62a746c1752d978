import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PlainIconButton } from '@lectern/shared-ui/PlainIconButton.tsx';
import { Moon, Sun } from 'lucide-react';

/** Switches between light and dark. */
export function ThemeToggle() {
  const t = useTranslate();
  const { theme } = useHost();
  const mode = useReadable(theme.mode);
  return (
    <PlainIconButton
      label={mode === 'dark' ? t('Switch to light theme') : t('Switch to dark theme')}
      icon={mode === 'dark' ? <Sun /> : <Moon />}
      onClick={() => theme.set(mode === 'dark' ? 'light' : 'dark')}
    />
  );
}

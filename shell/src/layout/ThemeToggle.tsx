import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Moon, Sun } from 'lucide-react';

/** Day or night. */
export function ThemeToggle() {
  const t = useTranslate();
  const { theme } = useHost();
  const mode = useReadable(theme.mode);
  return (
    <IconButton
      label={mode === 'dark' ? t('Switch to light theme') : t('Switch to dark theme')}
      icon={mode === 'dark' ? <Sun /> : <Moon />}
      tooltipSide="bottom"
      onClick={() => theme.set(mode === 'dark' ? 'light' : 'dark')}
    />
  );
}

import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { palettes } from '@lectern/shared-ui/palette.ts';
import type { ThemeChoice } from '../engine/appearance.ts';
import { Choice } from './Choice.tsx';

export interface ThemeSwatchesProps {
  value: ThemeChoice;
  onChange: (theme: ThemeChoice) => void;
}

/** Page themes as swatches. */
export function ThemeSwatches({ value, onChange }: ThemeSwatchesProps) {
  const t = useTranslate();
  const paper = (name: 'light' | 'sepia' | 'dark') => ({
    background: palettes[name].surface,
    color: palettes[name].text,
  });
  return (
    <Choice
      label={t('Page color')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'follow', label: t('Like the app'), face: t('Auto') },
        { value: 'light', label: t('Light'), style: paper('light') },
        { value: 'sepia', label: t('Sepia'), style: paper('sepia') },
        { value: 'dark', label: t('Dark'), style: paper('dark') },
      ]}
    />
  );
}

import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Slider } from '@lectern/shared-ui/Slider.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { AArrowDown, AArrowUp } from 'lucide-react';
import { styled } from 'styled-components';
import { defaultText, type TextAppearance, textLimits } from '../engine/appearance.ts';
import { families } from '../engine/fonts/families.ts';
import { Choice } from './Choice.tsx';

export interface TextAppearanceFormProps {
  value: TextAppearance;
  onChange: (changes: Partial<TextAppearance>) => void;
  /** For the text of a PDF, which always scrolls and has no publisher font. */
  isScrolled?: boolean;
}

/** Text settings: font, size, line height, margins, flow. */
export function TextAppearanceForm({ value, onChange, isScrolled = false }: TextAppearanceFormProps) {
  const t = useTranslate();
  const { fontSize, lineHeight, margins } = textLimits;
  const resize = (by: number) =>
    onChange({ fontSize: Math.min(fontSize.max, Math.max(fontSize.min, value.fontSize + by)) });
  return (
    <>
      <Size role="group" aria-label={t('Font size')}>
        <span aria-hidden>{t('Font size')}</span>
        <IconButton
          label={t('Smaller text')}
          icon={<AArrowDown />}
          onClick={() => resize(-1)}
          disabled={value.fontSize <= fontSize.min}
        />
        <output>
          {t('{{percent}}%', { percent: Math.round((value.fontSize / defaultText.fontSize) * 100) })}
        </output>
        <IconButton
          label={t('Larger text')}
          icon={<AArrowUp />}
          onClick={() => resize(1)}
          disabled={value.fontSize >= fontSize.max}
        />
      </Size>
      <Choice
        wide
        label={t('Font')}
        value={isScrolled && value.font === 'publisher' ? 'serif' : value.font}
        onChange={(font) => onChange({ font })}
        options={[
          { value: 'serif', label: t('Literata (serif)'), style: { fontFamily: families.serif } },
          {
            value: 'sans',
            label: t('Atkinson Hyperlegible (sans)'),
            style: { fontFamily: families.sans },
          },
          { value: 'dyslexic', label: t('OpenDyslexic'), style: { fontFamily: families.dyslexic } },
          ...(isScrolled ? [] : [{ value: 'publisher' as const, label: t('Original') }]),
        ]}
      />
      <Slider
        label={t('Line height')}
        value={value.lineHeight}
        {...lineHeight}
        valueText={value.lineHeight.toFixed(2)}
        onChange={(next) => onChange({ lineHeight: Math.round(next * 100) / 100 })}
      />
      <Slider
        label={t('Margins')}
        value={value.margins}
        {...margins}
        valueText={[t('Narrow'), t('Normal'), t('Wide'), t('Widest')][value.margins]}
        onChange={(next) => onChange({ margins: next })}
      />
      {isScrolled ? null : (
        <Choice
          label={t('Pages')}
          value={value.flow}
          onChange={(flow) => onChange({ flow })}
          options={[
            { value: 'paginated', label: t('Paged') },
            { value: 'scrolled', label: t('Scroll') },
          ]}
        />
      )}
      <Switch
        label={t('Justify text')}
        checked={value.justify}
        onChange={(justify) => onChange({ justify, hyphenate: justify || value.hyphenate })}
      />
      <Switch
        label={t('Hyphenate words')}
        checked={value.hyphenate}
        onChange={(hyphenate) => onChange({ hyphenate })}
      />
    </>
  );
}

const Size = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  & > span { flex: 1; font-size: ${type.small}; font-weight: 550; }
  & > output { font-size: ${type.small}; font-variant-numeric: tabular-nums; }
`;

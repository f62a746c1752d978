import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Slider } from '@lectern/shared-ui/Slider.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { defaultText, type Flow, type TextAppearance, textLimits } from '../engine/appearance.ts';
import { families } from '../engine/fonts/families.ts';
import { Choice } from './Choice.tsx';

export interface TextAppearanceFormProps {
  value: TextAppearance;
  onChange: (changes: Partial<TextAppearance>) => void;
  /** For the text of a PDF, which always scrolls and has no publisher font. */
  isScrolled?: boolean;
  /** Whether all settings are shown, or size, font and margins only. */
  all: boolean;
}

/** Text settings: size, font, margins, line height, flow. */
export function TextAppearanceForm({ value, onChange, isScrolled = false, all }: TextAppearanceFormProps) {
  const t = useTranslate();
  useEffect(() => runInBackground(addFonts()), []);
  const { fontSize, margins } = textLimits;
  const resize = (by: number) =>
    onChange({ fontSize: Math.min(fontSize.max, Math.max(fontSize.min, value.fontSize + by)) });
  return (
    <>
      <Size role="group" aria-label={t('Font size')}>
        <span aria-hidden>{t('Font size')}</span>
        <IconButton
          label={t('Smaller text')}
          icon={<span dir="ltr">A−</span>}
          onClick={() => resize(-1)}
          disabled={value.fontSize <= fontSize.min}
        />
        <output>
          {t('{{percent}}%', { percent: Math.round((value.fontSize / defaultText.fontSize) * 100) })}
        </output>
        <IconButton
          label={t('Larger text')}
          icon={<span dir="ltr">A+</span>}
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
        label={t('Margins')}
        value={value.margins}
        {...margins}
        valueText={[t('Narrow'), t('Normal'), t('Wide'), t('Widest')][value.margins]}
        onChange={(next) => onChange({ margins: next })}
      />
      {all ? <FurtherSettings {...{ value, onChange, isScrolled }} /> : null}
    </>
  );
}

function FurtherSettings({ value, onChange, isScrolled }: Omit<TextAppearanceFormProps, 'all'>) {
  const t = useTranslate();
  return (
    <>
      <Slider
        label={t('Line height')}
        value={value.lineHeight}
        {...textLimits.lineHeight}
        valueText={value.lineHeight.toFixed(2)}
        onChange={(next) => onChange({ lineHeight: Math.round(next * 100) / 100 })}
      />
      {isScrolled ? null : <FlowChoice value={value.flow} onChange={(flow) => onChange({ flow })} />}
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

/** Whether pages are turned or scrolled. */
export function FlowChoice({ value, onChange }: { value: Flow; onChange: (flow: Flow) => void }) {
  const t = useTranslate();
  return (
    <Choice
      label={t('Pages')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'paginated', label: t('Paged') },
        { value: 'scrolled', label: t('Scroll') },
      ]}
    />
  );
}

const Size = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  & > span { flex: 1; font-size: ${type.small}; font-weight: 550; }
  & > button { font-size: ${type.small}; font-weight: 600; }
  & > output { font-size: ${type.small}; font-variant-numeric: tabular-nums; }
`;

let added = false;

/**
 * Loads the book fonts beside the font choice: the app has only its own, and those of books are loaded when shown
 * there.
 */
async function addFonts(): Promise<void> {
  if (added || typeof FontFace === 'undefined') return;
  added = true;
  const { fontFiles } = await import('../engine/fonts/fontFiles.ts');
  for (const [family, [file]] of [
    ['Atkinson Hyperlegible Next', fontFiles.sans],
    ['OpenDyslexic', fontFiles.dyslexic],
  ] as const) {
    // Loaded when used; until then the next font of the list is used.
    if (file)
      document.fonts.add(new FontFace(family, `url("${file.url}") format("woff2")`, { display: 'swap' }));
  }
}

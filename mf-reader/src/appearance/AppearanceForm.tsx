import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { palettes } from '@lectern/shared-ui/palette.ts';
import { space } from '@lectern/shared-ui/tokens.ts';
import { visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import type { ThemeChoice } from '../engine/appearance.ts';
import { Choice } from './Choice.tsx';
import { PdfAppearanceForm, ZoomRow } from './PdfAppearanceForm.tsx';
import { FlowChoice, TextAppearanceForm } from './TextAppearanceForm.tsx';
import type { AppearanceChoices } from './useAppearance.ts';

export interface AppearanceFormProps {
  kind: 'text' | 'fixed' | 'pdf';
  /** The pages of the book are scrolled, whatever is chosen. */
  isStrip?: boolean;
  choices: AppearanceChoices;
  /** Current scale of fixed pages. */
  scale: number;
  /** Current page of a PDF, one-based. */
  page: number;
  /** Color, size, font and margins first, so that the page stays visible beside them; the rest on request. */
  inSteps?: boolean;
  /** Further settings at the end. */
  children?: ReactNode;
}

/** All appearance settings; changes take effect at once. */
export function AppearanceForm(props: AppearanceFormProps) {
  const { kind, isStrip = false, choices, scale, page, inSteps, children } = props;
  const t = useTranslate();
  const { appearance } = choices;
  const [all, setAll] = useState(!inSteps);
  return (
    <Column data-short={!all || undefined}>
      <ThemeSwatches value={choices.theme} onChange={choices.setTheme} />
      {kind === 'text' ? (
        <TextAppearanceForm
          value={appearance.text}
          onChange={choices.setText}
          isScrolled={isStrip}
          all={all}
        />
      ) : null}
      {kind === 'fixed' ? (
        <>
          <ZoomRow scale={scale} min={1} onChange={choices.setPdf} />
          {isStrip ? null : (
            <FlowChoice value={appearance.pdf.flow} onChange={(flow) => choices.setPdf({ flow })} />
          )}
        </>
      ) : null}
      {kind === 'pdf' && appearance.pdf.view === 'text' ? (
        <TextAppearanceForm value={appearance.text} onChange={choices.setText} isScrolled all={all} />
      ) : null}
      {kind === 'pdf' && appearance.pdf.view === 'pages' ? (
        <PdfAppearanceForm value={appearance.pdf} scale={scale} page={page} onChange={choices.setPdf} />
      ) : null}
      {all ? children : null}
      {all ? (
        <Button variant="quiet" size="small" onClick={choices.reset}>
          {t('Reset')}
        </Button>
      ) : (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {t('More')}
        </Button>
      )}
    </Column>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  &[data-short] { gap: ${space(2)}; & legend { ${visuallyHidden} } }
`;

interface ThemeSwatchesProps {
  value: ThemeChoice;
  onChange: (theme: ThemeChoice) => void;
}

function ThemeSwatches({ value, onChange }: ThemeSwatchesProps) {
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

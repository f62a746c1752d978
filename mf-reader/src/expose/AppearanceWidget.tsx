import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import { useAppearance } from '../appearance/useAppearance.ts';
import type { Appearance } from '../engine/appearance.ts';
import { families } from '../engine/fonts/families.ts';
import { setUp } from '../setUp.ts';

/** The reader's text settings, for the settings page. */
function AppearanceWidget() {
  const choices = useAppearance(null);
  return (
    <>
      <TextSample appearance={choices.appearance} />
      <AppearanceForm kind="text" choices={choices} scale={1} page={1} />
    </>
  );
}

export default federated({ namespace: 'mf-reader', component: AppearanceWidget, setUp });

/** Some lines in the chosen text settings, where no book is open to show them. */
function TextSample({ appearance: { theme, text } }: { appearance: Appearance }) {
  const t = useTranslate();
  return (
    <Page
      data-palette={theme}
      style={{
        paddingInline: space(4 + 4 * text.margins),
        fontFamily: families[text.font === 'publisher' ? 'serif' : text.font],
        fontSize: text.fontSize,
        lineHeight: text.lineHeight,
        textAlign: text.justify ? 'justify' : 'start',
        hyphens: text.hyphenate ? 'auto' : 'manual',
      }}
    >
      {t(
        'The rain had stopped, the lamp was lit, and the book lay open where we had left it. Nobody spoke; there was nothing to say that the next page would not say better.',
      )}
    </Page>
  );
}

const Page = styled.p`
  padding-block: ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  overflow-wrap: anywhere;
`;

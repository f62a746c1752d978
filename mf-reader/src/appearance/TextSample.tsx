import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import type { Appearance } from '../engine/appearance.ts';
import { families } from '../engine/fonts/families.ts';

/** Some lines in the chosen text settings, where no book is open to show them. */
export function TextSample({ appearance: { theme, text } }: { appearance: Appearance }) {
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

import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { Fills } from '../../remotes/points/Fill.tsx';
import { useAddGuide } from '../dashboard/useAddGuide.ts';

/** First steps with Lectern in four parts, and the tutorial of points and levels. */
export function Onboarding() {
  const t = useTranslate();
  const { Link, location } = useHost().navigation;
  const { state } = useReadable(location);
  const { add, busy } = useAddGuide();
  const [open, setOpen] = useState(false);

  // 'Tutorial' in the user menu links here and opens it, also when this page is already shown.
  useEffect(() => {
    if (typeof state === 'object' && state !== null && 'tutorial' in state) setOpen(true);
  }, [state]);

  return (
    <>
      <PageHeader
        title={t('Guide')}
        lead={t('Four things to try, in any order. None of them takes longer than a cup of tea.')}
        actions={
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t('How points and levels work')}
          </Button>
        }
      />
      <Steps>
        <li>
          <h2>{t('Add a book')}</h2>
          <p>
            {t(
              'An EPUB or a PDF from your own disk. Title, author, cover and contents are read from the file.',
            )}
          </p>
          <Button as={Link} to="/upload">
            {t('Upload a book')}
          </Button>
        </li>
        <li>
          <h2>{t('Read the guide')}</h2>
          <p>
            {t(
              'A five-minute book about everything else. It goes straight to your library; delete it whenever you like.',
            )}
          </p>
          <Button busy={busy} onClick={add}>
            {t('Add the guide')}
          </Button>
        </li>
        <li>
          <h2>{t('Highlight a line')}</h2>
          <p>
            {t(
              'Open a book, select some words, choose a color. Everything you highlight is listed under Notes.',
            )}
          </p>
          <Button as={Link} to="/library">
            {t('Open the library')}
          </Button>
        </li>
        <li>
          <h2>{t('Ask the mentor')}</h2>
          <p>{t('It answers from your own books and shows you the passages.')}</p>
          <Button as={Link} to="/mentor">
            {t('Ask something')}
          </Button>
        </li>
      </Steps>
      {open ? <Fills point="shell/onboarding" input={{ open, close: () => setOpen(false) }} /> : null}
    </>
  );
}

/** Numbered like chapters. */
const Steps = styled.ol.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(12)} ${space(16)};
  max-inline-size: 64rem;
  counter-reset: step;
  & > li {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: ${space(3)};
    padding-block-start: ${space(5)};
    border-block-start: 1px solid ${color.line};
    counter-increment: step;
  }
  & > li::before { content: counter(step, upper-roman); color: ${color.accent}; font-family: ${font.reading}; font-size: ${type.large}; }
  & h2 { font-size: ${type.large}; }
  & p { color: ${color.textMuted}; font-family: ${font.reading}; }
  @media ${media.narrow} { grid-template-columns: 1fr; gap: ${space(8)}; }
`;

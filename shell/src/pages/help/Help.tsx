import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Kbd } from '@lectern/shared-ui/Kbd.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Prose } from '../../theme/prose.ts';
import { matching } from './matching.ts';
import { questions } from './questions.ts';

/** Frequently asked questions with short answers. */
export function Help() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const [wanted, setWanted] = useState('');
  const shown = matching(
    questions.map(({ question, answer }) => ({ question: t(question), answer: t(answer) })),
    wanted,
  );
  return (
    <>
      <PageHeader
        title={t('Help')}
        lead={t('Quick answers. Can’t find yours? Ask us.')}
        actions={
          <>
            <Button as={Link} to="/onboarding">
              {t('Guide')}
            </Button>
            <Button as={Link} to="/contact">
              {t('Contact Us')}
            </Button>
          </>
        }
      />
      <Prose as="div">
        <TextField
          label={t('Search help')}
          type="search"
          value={wanted}
          onChange={setWanted}
          icon={<Search />}
        />
        <VisuallyHidden role="status">
          {wanted.trim() === '' ? '' : t('{{count}} answers found', { count: shown.length })}
        </VisuallyHidden>
        {shown.length === 0 ? (
          <p>{t('No matches. Contact us: your message goes to the person who runs this library.')}</p>
        ) : null}
        <Answers>
          {shown.map(({ question, answer }) => (
            <details key={question} open={wanted.trim().length > 1 || undefined}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </Answers>
        <h2>{t('Keys')}</h2>
        <p>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> {t('or')} <Kbd>/</Kbd> {t('opens the search;')} <Kbd>Esc</Kbd>{' '}
          {t('closes what is open.')}
        </p>
        <p>
          {t('In a book:')} <Kbd>←</Kbd> <Kbd>→</Kbd> {t('turn the page.')} <Kbd>Esc</Kbd>{' '}
          {t('leads from the page to its controls, and back.')}
        </p>
      </Prose>
    </>
  );
}

const Answers = styled.div`
  border-block-end: 1px solid ${color.line};
  & > details { border-block-start: 1px solid ${color.line}; }
  & > details > summary {
    padding-block: ${space(4)};
    font-weight: 550;
    cursor: pointer;
    list-style-position: outside;
    margin-inline-start: ${space(5)};
  }
  & > details > summary::marker { color: ${color.accent}; }
  & > details > p { padding-block: 0 ${space(5)}; padding-inline: ${space(5)} 0; color: ${color.textMuted}; font-family: ${font.reading}; }
`;

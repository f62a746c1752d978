import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Kbd } from '@lectern/shared-ui/Kbd.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Prose } from '../prose.ts';
import { Answers } from './helpParts.ts';
import { questions } from './questions.ts';

/** What readers ask, answered shortly. */
export function Help() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return (
    <>
      <PageHeader
        title={t('Help')}
        lead={t('Short answers. If yours is not among them, ask.')}
        actions={
          <>
            <Button as={Link} to="/onboarding">
              {t('Tutorial')}
            </Button>
            <Button as={Link} to="/contact">
              {t('Contact Us')}
            </Button>
          </>
        }
      />
      <Prose as="div">
        <Answers>
          {questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>{t(question)}</summary>
              <p>{t(answer)}</p>
            </details>
          ))}
        </Answers>
        <h2>{t('Keys')}</h2>
        <p>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> {t('or')} <Kbd>/</Kbd> {t('opens the search;')} <Kbd>Esc</Kbd>{' '}
          {t('closes what is open.')}
        </p>
        <p>
          {t('In a book:')} <Kbd>←</Kbd> <Kbd>→</Kbd> {t('turn the page.')}
        </p>
      </Prose>
    </>
  );
}

import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { LegalText } from './LegalText.tsx';

/** The terms of a self-hosted library. */
export function TermsOfService() {
  const t = useTranslate();
  return (
    <>
      <PageHeader title={t('Terms of Service')} />
      <LegalText>
        <p>
          {t(
            'These are the rules between you and the operator: whoever runs this server. They are short, because Lectern is a place for your own books and not a marketplace.',
          )}
        </p>
        <h2>{t('Your books stay yours')}</h2>
        <p>
          {t(
            'You keep every right in what you upload and write. The operator may store it, index it and show it to you, since that is what Lectern does, and for nothing else.',
          )}
        </p>
        <h2>{t('What you may upload')}</h2>
        <p>
          {t(
            'Upload books that you may lawfully keep copies of. Files with copy protection do not open here. What you upload is for your own reading: Lectern has no way of passing a book to another reader.',
          )}
        </p>
        <h2>{t('Fair use of the server')}</h2>
        <p>
          {t(
            'There is a limit to how large one file and one library may be; Lectern tells you when you reach it. Do not try to read what belongs to others, or to overload the server.',
          )}
        </p>
        <h2>{t('The mentor')}</h2>
        <p>
          {t(
            'The mentor quotes your own books and says where. Where a language model writes the answer it can be wrong; the passages beside it are there to check it by.',
          )}
        </p>
        <h2>{t('Points, levels and achievements')}</h2>
        <p>{t('They are for pleasure. They cannot be bought, sold or exchanged.')}</p>
        <h2>{t('No guarantee')}</h2>
        <p>
          {t(
            'Lectern is open-source software under the Apache License 2.0, and comes without warranty. The operator looks after the server as well as an operator can. Keep your own copies of files you could not replace, and export your notes now and then.',
          )}
        </p>
        <h2>{t('Leaving')}</h2>
        <p>
          {t(
            'You can delete your account at any time, and take your data with you before. The operator may close an account that breaks these rules.',
          )}
        </p>
      </LegalText>
    </>
  );
}

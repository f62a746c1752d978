import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { LegalText } from './LegalText.tsx';

/** How this software handles the data of readers. Every sentence describes the code and must change with it. */
export function PrivacyPolicy() {
  const t = useTranslate();
  return (
    <>
      <PageHeader title={t('Privacy Policy')} />
      <LegalText>
        <p>
          {t(
            'Lectern is software that somebody runs on a server: yourself, or a person or institution you know. Whoever runs it, called the operator here, holds what you store. This page says what the software keeps, where, and how you take it back.',
          )}
        </p>
        <h2>{t('What is kept on the server')}</h2>
        <ul>
          <li>
            {t(
              'Your name, your email address and, if you add one, your picture. Your password only as a hash from which it cannot be read.',
            )}
          </li>
          <li>
            {t(
              'The books you upload, with their covers and their text, which is indexed so that you can search it.',
            )}
          </li>
          <li>
            {t(
              'Your notes, highlights, bookmarks, collections, your place in each book, your reading sessions, and the points they earned.',
            )}
          </li>
          <li>{t('Your conversations with the mentor.')}</li>
          <li>
            {t(
              'Where you are signed in: how each browser calls itself, and when it was last used. You see the list in Settings and can end any of it there.',
            )}
          </li>
          <li>
            {t(
              'If you sign in by a provider that the operator has set up: who you are to that provider, your name and your address as it says them.',
            )}
          </li>
        </ul>
        <h2>{t('What is kept in this browser')}</h2>
        <ul>
          <li>
            {t(
              'Your sign-in: for as long as you stay signed in, or until you close the tab if you turned that off.',
            )}
          </li>
          <li>
            {t(
              'Copies of what you’ve looked at, so that Lectern opens without a network, and changes waiting to be sent.',
            )}
          </li>
          <li>{t('Books you downloaded for reading offline; downloads expire after thirty days.')}</li>
          <li>{t('Your settings, and your answer about cookies.')}</li>
        </ul>
        <h2>{t('Cookies')}</h2>
        <p>
          {t(
            'One cookie keeps you signed in. No script can read it, and it goes to this server only. There are no advertising cookies. This browser measures how fast pages load, and reports it to this server, only if you allow analytics. You can change your answer with Cookie Preferences at the foot of each page.',
          )}
        </p>
        <h2>{t('What goes elsewhere')}</h2>
        <p>
          {t(
            'Nothing that you store is sent to anyone but this server. The fonts and the programs of these pages come from it too. Two things are sent on, and only if the operator has set them up. A language model may answer as the mentor. Then your question and the passages of your books that bear on it are sent to that model. The mentor’s page says whether a model answers. When you look a book up online, its ISBN, title and author are sent to the services that the dialog names.',
          )}
        </p>
        <p>
          {t(
            'If the operator has set up mail, links for a new password and invitations are sent to your address by it, messages of the contact page to the operator, and books that you send to addresses that you have confirmed. If you sign in by a provider, your browser goes there and back, and the provider learns that you use this library.',
          )}
        </p>
        <p>
          {t(
            'Books can’t send anything out either: a book is shown without its scripts and can’t load anything from the network.',
          )}
        </p>
        <h2>{t('Who can read it')}</h2>
        <p>
          {t(
            'Other readers of this server see nothing of yours. Administrators see your name, your address, when you were last here and how much room your books take, and nothing of what you read or write. The operator runs the machine and could look at what is stored on it, as with any server.',
          )}
        </p>
        <h2>{t('Export and deletion')}</h2>
        <p>
          {t(
            'Export My Data, in the settings, gives you your books’ details, notes, highlights, collections and sessions in one file. Delete Account, in your profile, removes your account from the server, with your books and everything on this page.',
          )}
        </p>
        <p>
          {t(
            'What you delete stays in your bin for 90 days, books and files for 30; earlier versions of your texts stay for 90 days. Only you see them. In Settings, Bin, you can delete them for good at once.',
          )}
        </p>
        <h2>{t('Reports and messages')}</h2>
        <p>
          {t(
            'A problem report holds the version, the kind of page and the error, and nothing about you. A message by the contact page goes to the operator with the name and the address you give.',
          )}
        </p>
      </LegalText>
    </>
  );
}

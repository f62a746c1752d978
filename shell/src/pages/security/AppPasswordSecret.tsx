import { addressOf } from '@lectern/client/common/basePath.ts';
import type { NewAppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Facts } from '../../services/theme/prose.ts';
import { useCopy } from '../useCopy.ts';
import { QrCode, QrPlace, Secret } from './securityParts.tsx';

/** The new app password, shown once, with the settings to enter on the device. */
export function AppPasswordSecret({ made, onClose }: { made: NewAppPassword; onClose: () => void }) {
  const t = useTranslate();
  const copy = useCopy();
  const [chosen, setChosen] = useState(0);
  const origin = window.location.origin + addressOf('/').slice(0, -1);
  const catalog = `${origin}/opds`;
  const { secret, username, scopes } = made;

  const said = { done: t('The password is copied.'), byHand: t('Select the password and copy it by hand.') };

  return (
    <Dialog
      onClose={onClose}
      title={t('The password for {{name}}', { name: made.name })}
      description={t('It is shown only now. Enter it on the device before you close this.')}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('I have entered it')}
        </Button>
      }
    >
      <Stack gap={5}>
        <Facts>
          <dt>{t('User name')}</dt>
          <dd>
            <Secret>{username}</Secret>
          </dd>
          <dt>{t('Password')}</dt>
          <dd>
            <Secret>{secret}</Secret>
          </dd>
          {scopes.includes('read') ? (
            <>
              <dt>{t('Catalog address')}</dt>
              <dd>
                <Secret>{catalog}</Secret>
              </dd>
            </>
          ) : null}
          {scopes.includes('progress') ? (
            <>
              <dt>{t('Sync address')}</dt>
              <dd>
                <Secret>{`${origin}/kosync`}</Secret>
              </dd>
            </>
          ) : null}
          {scopes.includes('write') ? (
            <>
              <dt>{t('Folder address')}</dt>
              <dd>
                <Secret>{`${origin}/dav`}</Secret>
              </dd>
            </>
          ) : null}
        </Facts>
        <div>
          <Button icon={<Copy />} onClick={() => copy(secret, said)}>
            {t('Copy the password')}
          </Button>
        </div>
        <QrPlace>
          <QrCode text={catalog} label={t('QR code of the catalog address')} />
        </QrPlace>
        <Select
          label={t('How to set it up in')}
          value={String(chosen)}
          options={clients.map(({ name }, at) => ({ value: String(at), label: t(name) }))}
          onChange={(value) => setChosen(Number(value))}
        />
        <Steps>
          {clients[chosen]?.steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </Steps>
      </Stack>
    </Dialog>
  );
}

/** Setup steps of an app; names of its menus are those of its English version. */
interface ClientSteps {
  /** Name of the app, not translated. */
  name: string;
  steps: readonly string[];
}

const clients: readonly ClientSteps[] = [
  {
    name: 'KOReader',
    steps: [
      text(
        'To read on where you stopped: open a book, then the menu “Tools”, “Progress sync”. Under “Custom sync server” enter the sync address.',
      ),
      text(
        'In the same menu choose “Login” and enter the user name and the password. Do not choose “Register”.',
      ),
      text(
        'To get books: open “Search”, “OPDS catalog”, add a catalog with “+”, and enter the catalog address, the user name and the password.',
      ),
      text(
        'In “Progress sync” leave “Document matching method” at “Binary”. KOReader then knows a book by its file, whatever it is called.',
      ),
      text(
        'To count what you read on it: under “Tools”, “Reading statistics”, “Cloud sync” add a WebDAV server with the folder address, the user name and the password.',
      ),
      text(
        'To bring your highlights here: under “Tools”, “Export highlights and notes” choose the format JSON, and upload to the same WebDAV server.',
      ),
      text(
        'To have the highlights made here on it: show unsupported files, and in “Cloud storage” synchronize the folder “highlights” into the folder that “Bookmarks”, “Export / import folder” names. They come when the book is opened.',
      ),
    ],
  },
  {
    name: 'Foliate',
    steps: [
      text('Open “Catalogs”, add one, and enter the catalog address.'),
      text('When it asks, enter the user name and the password.'),
    ],
  },
  {
    name: 'Thorium Reader',
    steps: [
      text('Open “Catalogs”, choose “Add an OPDS feed”, and enter the catalog address.'),
      text('When it asks, enter the user name and the password.'),
    ],
  },
  {
    name: 'Moon+ Reader',
    steps: [
      text('Open “Net Library”, choose “Add new catalog”, and enter the catalog address.'),
      text('Enter the user name and the password in the same window.'),
    ],
  },
  {
    name: text('Another app'),
    steps: [
      text('An app that reads OPDS catalogs takes the catalog address, the user name and the password.'),
      text(
        'An app that syncs with a KOReader server takes the sync address with the same user name and password.',
      ),
    ],
  },
];

/** Numbered steps. */
const Steps = styled.ol`
  display: grid;
  gap: ${space(2)};
  padding-inline-start: ${space(6)};
  list-style: decimal;
`;

/** Checkboxes of the scopes. */
export const Scopes = styled.fieldset`
  display: grid;
  gap: ${space(2)};
  padding: 0;
  border: 0;
`;

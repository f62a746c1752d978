import { countsOf } from '@lectern/client/reader-data/unsent.ts';
import { unsentText } from '@lectern/client/reader-data/unsentText.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { UnsentList } from './UnsentList.tsx';

/** The account was deleted on another device: offers unsent changes as a file before they are deleted here. */
export function AccountDeletedDialog() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const offer = useReadable(useShell().deletedAccount);
  const [saved, setSaved] = useState(false);
  if (offer === null) return null;
  const download = () => {
    const text = unsentText(offer.unsent, { t, language });
    saveFile(text, `lectern-${new Date().toISOString().slice(0, 10)}.md`, 'text/markdown');
    setSaved(true);
  };
  return (
    <Dialog
      onClose={() => undefined}
      mustChoose
      title={t('This account was deleted.')}
      description={t(
        'This was written in this browser and never sent. Save it before it is removed from here.',
      )}
      footer={
        <>
          <Button variant={saved ? 'primary' : 'danger'} onClick={offer.done}>
            {saved ? t('Done') : t('Remove without saving')}
          </Button>
          <Button variant={saved ? 'secondary' : 'primary'} onClick={download}>
            {t('Save as a file')}
          </Button>
        </>
      }
    >
      <UnsentList counts={countsOf(offer.unsent)} />
    </Dialog>
  );
}

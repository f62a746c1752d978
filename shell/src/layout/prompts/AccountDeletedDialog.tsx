import { countsOf } from '@lectern/client/reader-data/unsent.ts';
import { unsentText } from '@lectern/client/reader-data/unsentText.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { UnsentList } from './UnsentList.tsx';

/** The account was deleted elsewhere: what was not sent from here is offered as a file before it goes. */
export function AccountDeletedDialog() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const offer = useReadable(useShell().farewell);
  const [saved, setSaved] = useState(false);
  if (offer === null) return null;
  const download = () => {
    const text = unsentText(offer.unsent, { t, language });
    const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
    const name = `lectern-${new Date().toISOString().slice(0, 10)}.md`;
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    setTimeout(URL.revokeObjectURL, 60_000, address);
    setSaved(true);
  };
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
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

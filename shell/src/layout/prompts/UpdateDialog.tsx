import { type Updates, updatePrompt } from '@lectern/client/pwa/serviceWorker.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { useState } from 'react';

/** Offers a waiting new version once; it is activated on OK. */
export function UpdateDialog({ updates }: { updates: Updates }) {
  const t = useTranslate();
  const [later, setLater] = useState(false);
  return (
    <ConfirmDialog
      open={!later}
      onClose={() => setLater(true)}
      title={t('A new version of Lectern')}
      description={t(updatePrompt)}
      confirmLabel={t('OK')}
      cancelLabel={t('Later')}
      onConfirm={updates.apply}
    />
  );
}

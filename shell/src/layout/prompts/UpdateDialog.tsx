import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { useState } from 'react';
import { type Updates, updatePrompt } from '../../pwa/serviceWorker.ts';

/** A new version waits: taken when the reader says OK, and asked once. */
export function UpdateDialog({ updates }: { updates: Updates }) {
  const t = useTranslate();
  const [later, setLater] = useState(false);
  return (
    <ConfirmDialog
      open={!later}
      onOpenChange={(open) => setLater(!open)}
      title={t('A new version of Lectern')}
      description={t(updatePrompt)}
      confirmLabel={t('OK')}
      cancelLabel={t('Later')}
      onConfirm={updates.apply}
    />
  );
}

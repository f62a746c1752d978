import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';

/** Toggles for the three categories [CK-02]. Essential cannot be turned off. */
export function CookiePreferences({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { consent } = useShell();
  const [analytics, setAnalytics] = useState(consent.allows('analytics'));
  const [marketing, setMarketing] = useState(consent.allows('marketing'));

  const save = () => {
    consent.save({ analytics, marketing });
    onClose();
  };

  return (
    <Dialog
      onClose={onClose}
      title={t('Cookie preferences')}
      description={t('What this browser may keep, and what it may be used for.')}
      closeLabel={t('Close')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {t('Save preferences')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <Switch
          label={t('Essential')}
          hint={t('Your sign-in, your settings, and the books you keep for reading offline. Always on.')}
          checked
          disabled
          onChange={() => {}}
        />
        <Switch
          label={t('Analytics')}
          hint={t('Lets this browser measure how fast pages load and tell whoever runs this server.')}
          checked={analytics}
          onChange={setAnalytics}
        />
        <Switch
          label={t('Marketing')}
          hint={t('Nothing in Lectern uses this today. Your answer is kept in case that changes.')}
          checked={marketing}
          onChange={setMarketing}
        />
      </Stack>
    </Dialog>
  );
}

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useState } from 'react';

/** Permission for browser notifications. It can only be revoked in the browser. */
export function BrowserNotifications() {
  const t = useTranslate();
  const Kind = globalThis.Notification as typeof Notification | undefined;
  const [permission, setPermission] = useState(Kind?.permission);
  if (!Kind) return null;
  return (
    <Switch
      label={t('Browser notifications')}
      hint={
        permission === 'denied'
          ? t('This browser blocks them for this site. You can change that in its settings.')
          : t(
              'A short message while Lectern is in another tab, such as when an upload finishes or a change couldn’t be saved.',
            )
      }
      checked={permission === 'granted'}
      disabled={permission !== 'default'}
      onChange={() => runInBackground(Kind.requestPermission().then(setPermission))}
    />
  );
}

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../theme/prose.ts';

/** Messages, and the cookie consent, which can also be changed in the footer. */
export function Privacy() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { consent } = useShell();
  const record = useReadable(consent.record);
  const analytics = record?.analytics ?? false;
  const marketing = record?.marketing ?? false;
  return (
    <Card title={t('Privacy and messages')}>
      <Stack gap={5}>
        <Switch
          label={t('Allow analytics')}
          hint={t(
            'Measures how fast pages load and reports it to this server, without your name or your books.',
          )}
          checked={analytics}
          onChange={(next) => consent.save({ analytics: next, marketing })}
        />
        <BrowserNotifications />
        <Muted>
          <Link to="/legal/privacy-policy">{t('Privacy Policy')}</Link>
          {' · '}
          <Link to="/settings/data-export">{t('Export My Data')}</Link>
          {' · '}
          <Link to="/profile">{t('Profile and account')}</Link>
        </Muted>
      </Stack>
    </Card>
  );
}

/** Permission for browser notifications. It can only be revoked in the browser. */
function BrowserNotifications() {
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

import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useShell } from '../../host/shell.ts';

/** Whether this browser keeps the sign-in when its tab is closed. */
export function StaySignedIn() {
  const t = useTranslate();
  const { auth } = useShell();
  return (
    <Switch
      label={t('Stay signed in')}
      hint={t('Turn it off on a device that others use: you are signed out when the tab is closed.')}
      checked={useReadable(auth.staySignedIn)}
      onChange={auth.setStaySignedIn}
    />
  );
}

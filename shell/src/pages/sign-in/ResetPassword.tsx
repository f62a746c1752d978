import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { Forgotten } from './signInParts.ts';

const ResetDialog = lazyPart(() => import('./ResetDialog.tsx').then((m) => m.ResetDialog));

/** For readers who forgot their password. */
export function ResetPassword({ email, byMail }: { email: string; byMail: boolean }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Forgotten>
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          {t('Forgot your password?')}
        </Button>
      </Forgotten>
      {open ? <ResetDialog email={email} byMail={byMail} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { useMemo, useState } from 'react';
import { asHostError } from '../../api/hostError.ts';
import { Muted } from '../../theme/prose.ts';
import { Answer } from '../asked/Section.tsx';
import { useAsked } from '../asked/useAsked.ts';
import { DeviceNames } from '../profile/DeviceNames.tsx';
import { DeviceList } from '../profile/profileParts.ts';

/** Where a reader is signed in; an administrator can end any of it. */
export function ReaderDevices({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { id, name } = account;
  const asked = useAsked(
    'GET /admin/users/:id/sessions',
    useMemo(() => ({ params: { id } }), [id]),
  );
  const [ending, setEnding] = useState<string | null>(null);

  const end = async (sessionId: string) => {
    setEnding(sessionId);
    try {
      await api.call('DELETE /admin/users/:id/sessions/:sessionId', { params: { id, sessionId } });
      notify.show({ tone: 'success', message: t('That device is signed out.') });
      asked.again();
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
    } finally {
      setEnding(null);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Where {{name}} is signed in', { name })}
      closeLabel={t('Close')}
    >
      <Answer asked={asked}>
        {({ items }) =>
          items.length === 0 ? (
            <Muted>{t('On no device.')}</Muted>
          ) : (
            <DeviceList>
              {items.map((session) => (
                <li key={session.id}>
                  <DeviceNames session={session} />
                  <Button
                    size="small"
                    busy={ending === session.id}
                    onClick={() => runInBackground(end(session.id))}
                  >
                    {t('Sign out')}
                  </Button>
                </li>
              ))}
            </DeviceList>
          )
        }
      </Answer>
    </Dialog>
  );
}

import { asHostError } from '@lectern/client/api/hostError.ts';
import type { AppPassword, NewAppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Muted } from '../../theme/prose.ts';
import { Section } from '../asked/Section.tsx';
import { useAsked } from '../asked/useAsked.ts';
import { DeviceList } from '../profile/profileParts.ts';
import { ConfirmIdentity } from '../security/ConfirmIdentity.tsx';
import { KeyWords } from '../security/KeyWords.tsx';
import { useConfirmed } from '../security/useConfirmed.ts';
import { AppPasswordSecret } from './AppPasswordSecret.tsx';
import { NewAppPasswordDialog, type WantedAppPassword } from './NewAppPasswordDialog.tsx';
import { scopeLabels } from './scopeLabels.ts';

const nothing = {};

/** Passwords of e-readers and other apps: made, looked at, revoked. */
export function AppPasswords() {
  const t = useTranslate();
  const { api, notify } = useHost();
  const asked = useAsked('GET /auth/app-passwords', nothing);
  const factors = useAsked('GET /auth/factors', nothing).value;
  const { confirmed, asking, answer } = useConfirmed();
  const [naming, setNaming] = useState(false);
  const [made, setMade] = useState<NewAppPassword | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);

  const make = async (body: WantedAppPassword) => {
    setNaming(false);
    try {
      const added = await confirmed(() => api.call('POST /auth/app-passwords', { body }));
      if (added === null) return;
      setMade(added);
      asked.again();
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
    }
  };

  const revoke = async ({ id }: AppPassword) => {
    setRevoking(id);
    try {
      await api.call('DELETE /auth/app-passwords/:id', { params: { id } });
      notify.show({ tone: 'success', message: t('That device can no longer sign in.') });
      asked.again();
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
    } finally {
      setRevoking(null);
    }
  };

  return (
    <Section title={t('Devices and apps')} asked={asked}>
      {({ items }) => (
        <Stack gap={5}>
          <Muted>
            {t(
              'Read on with KOReader, Foliate, Thorium, Moon+ Reader and others: they fetch your books from here, and KOReader continues where you stopped. Each device gets a password of its own.',
            )}
          </Muted>
          {items.length > 0 ? (
            <DeviceList>
              {items.map((item) => (
                <li key={item.id}>
                  <KeyWords
                    item={item}
                    more={item.scopes.map((scope) => t(scopeLabels[scope])).join(' · ')}
                  />
                  <Button
                    size="small"
                    busy={revoking === item.id}
                    aria-label={t('Revoke {{name}}', { name: item.name })}
                    onClick={() => runInBackground(revoke(item))}
                  >
                    {t('Revoke')}
                  </Button>
                </li>
              ))}
            </DeviceList>
          ) : null}
          <div>
            <Button icon={<Plus />} onClick={() => setNaming(true)}>
              {t('Add a device')}
            </Button>
          </div>
          {naming ? (
            <NewAppPasswordDialog
              onMake={(wanted) => runInBackground(make(wanted))}
              onClose={() => setNaming(false)}
            />
          ) : null}
          {made ? <AppPasswordSecret made={made} onClose={() => setMade(null)} /> : null}
          {asking && factors ? <ConfirmIdentity factors={factors} onAnswer={answer} /> : null}
        </Stack>
      )}
    </Section>
  );
}

import type { AppPassword, NewAppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Muted } from '../../theme/prose.ts';
import { useAttempt } from '../forms/useAttempt.ts';
import { DeviceList } from '../profile/profileParts.ts';
import { QuerySection } from '../query/QuerySection.tsx';
import { noRequest, useUncachedQuery } from '../query/useUncachedQuery.ts';
import { ConfirmIdentity } from '../security/ConfirmIdentity.tsx';
import { KeyWords } from '../security/KeyWords.tsx';
import { useConfirmed } from '../security/useConfirmed.ts';
import { AppPasswordSecret } from './AppPasswordSecret.tsx';
import { NewAppPasswordDialog, type WantedAppPassword } from './NewAppPasswordDialog.tsx';
import { scopeLabels } from './scopeLabels.ts';

/** Passwords for e-readers and other apps: create, list and revoke. */
export function AppPasswords() {
  const t = useTranslate();
  const { api, notify } = useHost();
  const query = useUncachedQuery('GET /auth/app-passwords', noRequest);
  const factors = useUncachedQuery('GET /auth/factors', noRequest).value;
  const { confirmed, asking, answer } = useConfirmed();
  const [naming, setNaming] = useState(false);
  const [made, setMade] = useState<NewAppPassword | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  const { attempt } = useAttempt();
  const revocation = useAttempt();

  const make = (body: WantedAppPassword) => {
    setNaming(false);
    attempt(async () => {
      const added = await confirmed(() => api.call('POST /auth/app-passwords', { body }));
      if (added === null) return;
      setMade(added);
      query.refetch();
    });
  };

  const revoke = ({ id }: AppPassword) => {
    setRevoking(id);
    revocation.attempt(async () => {
      await api.call('DELETE /auth/app-passwords/:id', { params: { id } });
      notify.show({ tone: 'success', message: t('That device can no longer sign in.') });
      query.refetch();
    });
  };

  return (
    <QuerySection title={t('Devices and apps')} query={query}>
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
                    busy={revocation.busy && revoking === item.id}
                    aria-label={t('Revoke {{name}}', { name: item.name })}
                    onClick={() => revoke(item)}
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
          {naming ? <NewAppPasswordDialog onMake={make} onClose={() => setNaming(false)} /> : null}
          {made ? <AppPasswordSecret made={made} onClose={() => setMade(null)} /> : null}
          {asking && factors ? <ConfirmIdentity factors={factors} onAnswer={answer} /> : null}
        </Stack>
      )}
    </QuerySection>
  );
}

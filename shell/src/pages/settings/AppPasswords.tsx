import type {
  AppPassword,
  AppPasswordScope,
  NewAppPassword,
} from '@lectern/shared-contracts/api/appPasswords.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Muted } from '../../theme/prose.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useAttempt } from '../forms/useForm.ts';
import { DeviceList } from '../profile/DeviceSessions.tsx';
import { noRequest, QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { ConfirmIdentity, useConfirmed } from '../security/ConfirmIdentity.tsx';
import { KeyWords } from '../security/securityParts.tsx';
import { AppPasswordSecret, Scopes } from './AppPasswordSecret.tsx';

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

interface WantedAppPassword {
  name: string;
  scopes: AppPasswordScope[];
}

const offered: readonly AppPasswordScope[] = ['read', 'progress', 'write'];

/** Asks for the device and its scopes. */
function NewAppPasswordDialog({
  onMake,
  onClose,
}: {
  onMake: (wanted: WantedAppPassword) => void;
  onClose: () => void;
}) {
  const t = useTranslate();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly AppPasswordScope[]>(['read', 'progress']);

  const set = (scope: AppPasswordScope, on: boolean) =>
    setScopes(offered.filter((one) => (one === scope ? on : scopes.includes(one))));

  return (
    <FormDialog
      title={t('Add a device')}
      description={t('Give it a name by which you know it again, such as “Kobo” or “Phone”.')}
      submit={t('Make the password')}
      disabled={scopes.length === 0}
      send={async () => onMake({ name: name.trim(), scopes: [...scopes] })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            name="name"
            label={t('Name')}
            value={name}
            onChange={setName}
            maxLength={100}
            error={errors.name}
            required
          />
          <Scopes aria-label={t('What it may do')}>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                label={t(scopeLabels[scope])}
                checked={scopes.includes(scope)}
                onChange={(on) => set(scope, on)}
              />
            ))}
          </Scopes>
        </>
      )}
    </FormDialog>
  );
}

/** Labels of the scopes of an app password. */
const scopeLabels: Record<AppPasswordScope, string> = {
  read: text('Get books'),
  progress: text('Sync the place'),
  write: text('Send files and notes'),
};

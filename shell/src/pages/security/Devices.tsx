import type {
  AppPassword,
  AppPasswordScope,
  NewAppPassword,
} from '@lectern/shared-contracts/api/appPasswords.ts';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../services/theme/prose.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useAttempt } from '../forms/useForm.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { AppPasswordSecret, Scopes } from './AppPasswordSecret.tsx';
import { ConfirmIdentity, useConfirmed } from './ConfirmIdentity.tsx';
import { DeviceList, DeviceSessions, useOtherDevices } from './DeviceList.tsx';
import { KeyWords } from './securityParts.tsx';

/**
 * The ledger of devices: each browser, e-reader and app that is signed in, its last word, and what still waits.
 * E-readers and other apps get a password each.
 */
export function Devices() {
  const t = useTranslate();
  const { api } = useHost();
  const { signOut } = useShell();
  const sessions = useUncachedQuery('GET /auth/sessions', {});
  const passwords = useUncachedQuery('GET /auth/app-passwords', {});
  const others = useOtherDevices();
  const refetch = () => {
    sessions.refetch();
    passwords.refetch();
  };
  const query = {
    value:
      sessions.value && passwords.value
        ? { browsers: sessions.value.items, apps: passwords.value.items }
        : null,
    error: sessions.error ?? passwords.error,
    refetch,
  };
  const endAll = () => signOut({ notice: t('You are signed out on every device.') });

  return (
    <QuerySection title={t('Devices and apps')} query={query}>
      {({ browsers, apps }) => (
        <Stack gap={5}>
          <Balance sessions={browsers} />
          <DeviceList>
            <DeviceSessions
              sessions={browsers}
              end={(id) => api.call('DELETE /auth/sessions/:id', { params: { id } })}
              onEnded={refetch}
            />
            <AppPasswords items={apps} onRevoked={refetch} />
          </DeviceList>
          <Stack direction="inline" gap={3} align="center">
            {browsers.length > 1 ? (
              <Button onClick={() => runInBackground(others.end().then(refetch))}>
                {t('Sign out other devices')}
              </Button>
            ) : null}
            <Button variant="quiet" onClick={() => runInBackground(endAll())}>
              {t('Sign out everywhere')}
            </Button>
            <Muted>{t('Signs out every device, including this one.')}</Muted>
          </Stack>
          <Muted>
            {t(
              'Read on with KOReader, Foliate, Thorium, Moon+ Reader and others: they fetch your books from here, and KOReader continues where you stopped. Each device gets a password of its own.',
            )}
          </Muted>
          <AddDevice onAdded={refetch} />
        </Stack>
      )}
    </QuerySection>
  );
}

/** Whether all changes have arrived, as far as the devices have told. */
function Balance({ sessions }: { sessions: readonly DeviceSession[] }) {
  const t = useTranslate();
  const { pending, syncing, failed } = useReadable(useHost().sync.state);
  const here = pending + syncing + failed.length;
  const others = sessions.filter(({ current, last_write_at }) => !current && last_write_at);
  if (here > 0) return <p>{t('{{count}} change(s) on this device are not sent yet.', { count: here })}</p>;
  if (others.some(({ waiting }) => waiting))
    return <p>{t('Nothing waits on this device, but another one still had changes to send.')}</p>;
  if (others.some(({ waiting }) => waiting !== 0)) return <p>{t('Nothing waits on this device.')}</p>;
  return <p>{t('All here: every device had sent its changes when we last heard from it.')}</p>;
}

function AppPasswords({ items, onRevoked }: { items: readonly AppPassword[]; onRevoked: () => void }) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const [revoking, setRevoking] = useState<string | null>(null);
  const { busy, attempt } = useAttempt();
  const revoke = (id: string) => {
    setRevoking(id);
    attempt(async () => {
      await api.call('DELETE /auth/app-passwords/:id', { params: { id } });
      notify.show({ tone: 'success', message: t('That device can no longer sign in.') });
      onRevoked();
    });
  };
  return items.map((item) => (
    <li key={item.id}>
      <KeyWords item={item} more={item.scopes.map((scope) => t(scopeLabels[scope])).join(' · ')} />
      <Button
        size="small"
        busy={busy && revoking === item.id}
        aria-label={t('Revoke {{name}}', { name: item.name })}
        onClick={() => revoke(item.id)}
      >
        {t('Revoke')}
      </Button>
    </li>
  ));
}

/** Creates the password of an e-reader or app, and shows it once. */
function AddDevice({ onAdded }: { onAdded: () => void }) {
  const t = useTranslate();
  const { api } = useHost();
  const factors = useUncachedQuery('GET /auth/factors', {}).value;
  const { confirmed, asking, answer } = useConfirmed();
  const [naming, setNaming] = useState(false);
  const [made, setMade] = useState<NewAppPassword | null>(null);
  const { attempt } = useAttempt();

  const make = (body: WantedAppPassword) => {
    setNaming(false);
    attempt(async () => {
      const added = await confirmed(() => api.call('POST /auth/app-passwords', { body }));
      if (added === null) return;
      setMade(added);
      onAdded();
    });
  };
  return (
    <div>
      <Button icon={<Plus />} onClick={() => setNaming(true)}>
        {t('Add a device')}
      </Button>
      {naming ? <NewAppPasswordDialog onMake={make} onClose={() => setNaming(false)} /> : null}
      {made ? <AppPasswordSecret made={made} onClose={() => setMade(null)} /> : null}
      {asking && factors ? <ConfirmIdentity factors={factors} onAnswer={answer} /> : null}
    </div>
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

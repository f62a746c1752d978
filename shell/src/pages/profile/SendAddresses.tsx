import type { SendAddress } from '@lectern/shared-contracts/api/auth.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { Muted } from '../../services/theme/prose.ts';
import { useAttempt, useCallForm } from '../forms/useForm.ts';
import { useUncachedQuery } from '../query/QuerySection.tsx';
import { DeviceList } from '../security/DeviceList.tsx';

/** Addresses to which books are sent by mail; nothing in a library without mail. */
export function SendAddresses() {
  const t = useTranslate();
  const { api, data } = useHost();
  const [email, setEmail] = useState('');
  const { value, refetch } = useUncachedQuery('GET /auth/send-addresses', {});
  const onChanged = () => {
    refetch();
    data.refresh('GET /auth/send-addresses');
  };
  const { busy, error, errors, form } = useCallForm(async () => {
    await api.call('POST /auth/send-addresses', { body: { email: email.trim() } });
    setEmail('');
    onChanged();
  });
  if (value === null || value.from === null) return null;
  return (
    <Card title={t('Addresses for books')}>
      <Stack gap={5}>
        <Muted>
          {t(
            'Send books by email to up to five addresses, such as your e-reader’s. We send a code to each address first. For a Kindle, add {{from}} to your “Approved Personal Document E-mail List” at Amazon.',
            { from: value.from },
          )}
        </Muted>
        <DeviceList>
          {value.items.map((address) => (
            <Address key={address.id} address={address} onChanged={onChanged} />
          ))}
        </DeviceList>
        {value.items.length < 5 ? (
          <form {...form}>
            <Stack>
              {error ? <Banner tone="danger" message={error} /> : null}
              <TextField
                name="email"
                type="email"
                label={t('New address')}
                value={email}
                onChange={setEmail}
                error={errors.email}
                maxLength={254}
                required
              />
              <div>
                <Button type="submit" busy={busy}>
                  {t('Send a code')}
                </Button>
              </div>
            </Stack>
          </form>
        ) : null}
      </Stack>
    </Card>
  );
}

function Address({ address, onChanged }: { address: SendAddress; onChanged: () => void }) {
  const t = useTranslate();
  const { api } = useHost();
  const [code, setCode] = useState('');
  const params = { id: address.id };
  const { busy, error, errors, form } = useCallForm(async () => {
    await api.call('POST /auth/send-addresses/:id/confirm', { params, body: { code } });
    onChanged();
  });
  const removal = useAttempt();
  const remove = () =>
    removal.attempt(async () => {
      await api.call('DELETE /auth/send-addresses/:id', { params });
      onChanged();
    });
  return (
    <li>
      <div>
        <span>{address.email}</span>
        {address.confirmed_at ? (
          <span>
            <Badge>{t('Confirmed')}</Badge>
          </span>
        ) : null}
      </div>
      <Button
        size="small"
        busy={removal.busy}
        aria-label={t('Remove {{address}}', { address: address.email })}
        onClick={remove}
      >
        {t('Remove')}
      </Button>
      {address.confirmed_at ? null : (
        <form {...form}>
          <Stack>
            <TextField
              name="code"
              label={t('Code sent to {{address}}', { address: address.email })}
              value={code}
              onChange={setCode}
              error={error ?? errors.code}
              maxLength={40}
              autoComplete="one-time-code"
              required
            />
            <div>
              <Button type="submit" busy={busy}>
                {t('Confirm')}
              </Button>
            </div>
          </Stack>
        </form>
      )}
    </li>
  );
}

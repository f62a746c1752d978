import { avatarOf } from '@lectern/client/auth/avatarOf.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Avatar } from '@lectern/shared-ui/Avatar.tsx';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { useAttempt, useFormErrors } from '../forms/useForm.ts';

/** Name and picture. */
export function PersonalDetails({ user }: { user: User }) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { auth } = useShell();
  const [name, setName] = useState(user.name);
  const [error, setError] = useState<string>();
  const { busy, attempt } = useAttempt(setError);
  const { errors, check } = useFormErrors();
  const picker = useRef<HTMLInputElement>(null);

  const change = (body: { name?: string; avatar?: string | null }) => {
    setError(undefined);
    attempt(async () => {
      const { id, name, email, avatar, roles } = await api.call('PUT /auth/profile', { body });
      auth.updateUser({ id, name, email, avatar, roles });
      notify.show({ tone: 'success', message: t('Your profile is saved.') });
    });
  };

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(undefined);
    if (check(event.currentTarget)) change({ name: name.trim() });
  };

  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const picture = await avatarOf(file);
    if (picture === null) setError(t('This file is not a picture that can be used here.'));
    else change({ avatar: picture });
  };

  return (
    <Card title={t('About you')}>
      <Stack gap={5}>
        <Stack direction="inline" gap={4}>
          <Avatar name={user.name} src={user.avatar ?? undefined} size={72} decorative />
          <Button busy={busy} onClick={() => picker.current?.click()}>
            {t('Choose a picture')}
          </Button>
          {user.avatar ? (
            <Button variant="quiet" onClick={() => change({ avatar: null })}>
              {t('Remove the picture')}
            </Button>
          ) : null}
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            hidden
            onChange={(event) => runInBackground(pick(event))}
          />
        </Stack>
        {error ? <Banner tone="danger" message={error} /> : null}
        <form noValidate onSubmit={save}>
          <Stack>
            <TextField
              name="name"
              label={t('Full Name')}
              value={name}
              onChange={setName}
              autoComplete="name"
              maxLength={200}
              error={errors.name}
              required
            />
            <div>
              <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === user.name}>
                {t('Save')}
              </Button>
            </div>
          </Stack>
        </form>
      </Stack>
    </Card>
  );
}

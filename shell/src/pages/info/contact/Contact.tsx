import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { Sheet } from '../../../services/theme/prose.ts';
import { useCallForm } from '../../forms/useForm.ts';

/** A message to the operator. The text is kept until it has been sent. */
export function Contact() {
  const t = useTranslate();
  const { api, auth } = useHost();
  const user = useReadable(auth.user);
  const [name, setName] = useState(user?.name ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [message, setMessage] = useState('');
  const [sent, setSent] = useState(false);
  const { busy, error, errors, form } = useCallForm(async () => {
    await api.call('POST /contact', { body: { name: name.trim(), email, message: message.trim() } });
    setSent(true);
    setMessage('');
  });

  return (
    <>
      <PageHeader
        title={t('Contact Us')}
        lead={t('Questions, bugs, ideas: your message goes to the person who runs this server.')}
      />
      <Sheet>
        <form {...form}>
          <Stack gap={5}>
            {sent ? <Banner tone="success" message={t('Thank you. Your message has arrived.')} /> : null}
            {error ? (
              <Banner tone="danger" message={error} detail={t('What you wrote is still here.')} />
            ) : null}
            <TextField
              name="name"
              label={t('Your name')}
              error={errors.name}
              value={name}
              onChange={setName}
              autoComplete="name"
              maxLength={200}
              required
            />
            <TextField
              name="email"
              label={t('Email Address')}
              error={errors.email}
              type="email"
              value={email}
              onChange={setEmail}
              autoComplete="email"
              required
              hint={t('Used for the answer and nothing else.')}
            />
            <TextField
              name="message"
              label={t('Your message')}
              error={errors.message}
              multiline
              rows={7}
              value={message}
              onChange={setMessage}
              maxLength={10_000}
              required
            />
            <div>
              <Button type="submit" variant="primary" size="large" busy={busy}>
                {t('Send')}
              </Button>
            </div>
          </Stack>
        </form>
      </Sheet>
    </>
  );
}

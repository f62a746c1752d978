import type { Invitation, Overview } from '@lectern/shared-contracts/api/admin.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { useAttempt, useCallForm } from '../forms/useForm.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { Letters } from './adminParts.ts';
import { CopyLink } from './CopyLink.tsx';

export interface RegistrationsProps {
  overview: Overview;
  /** Called when the overview must be refetched. */
  onChange: () => void;
}

/** Who may create an account, and the open invitations. */
export function Registrations({ overview, onChange }: RegistrationsProps) {
  const t = useTranslate();
  const { api } = useHost();
  const invitations = useUncachedQuery('GET /admin/invitations', {});
  const { attempt } = useAttempt();
  const [link, setLink] = useState<string | null>(null);

  const setOpen = (open: boolean) =>
    attempt(async () => {
      await api.call('PUT /admin/settings', { body: { registration: open ? 'open' : 'invited' } });
      onChange();
    });

  const revoke = async ({ id }: Invitation) => {
    await api.call('DELETE /admin/invitations/:id', { params: { id } }).catch(() => undefined);
    invitations.refetch();
  };

  return (
    <QuerySection title={t('New readers')} query={invitations}>
      {({ items }) => (
        <Stack gap={5}>
          <Switch
            label={t('Anyone can create an account')}
            hint={t('When off, new readers need an invitation.')}
            checked={overview.registration === 'open'}
            onChange={setOpen}
          />
          <InviteForm byMail={overview.mail} onLink={setLink} onInvited={invitations.refetch} />
          {items.length > 0 ? (
            <Invitations items={items} onRevoke={(invitation) => runInBackground(revoke(invitation))} />
          ) : (
            <Muted>{t('No open invitations.')}</Muted>
          )}
          <CopyLink
            title={t('An invitation')}
            description={t('Valid for seven days and one account. It’s shown only once.')}
            url={link}
            onClose={() => setLink(null)}
          />
        </Stack>
      )}
    </QuerySection>
  );
}

interface InviteFormProps {
  /** Whether the server can send mail. */
  byMail: boolean;
  /** Takes the link of an invitation that was not sent by mail. */
  onLink: (url: string) => void;
  onInvited: () => void;
}

function InviteForm({ byMail, onLink, onInvited }: InviteFormProps) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const [email, setEmail] = useState('');
  const { busy, error, errors, form } = useCallForm(async () => {
    const body = email.trim() === '' ? {} : { email: email.trim() };
    const { url, mailed } = await api.call('POST /admin/invitations', { body });
    if (mailed)
      notify.show({ tone: 'success', message: t('The invitation is on its way to {{email}}.', { email }) });
    else onLink(url);
    setEmail('');
    onInvited();
  });

  return (
    <form {...form}>
      <Stack>
        <TextField
          name="email"
          label={t('Invite by email address')}
          type="email"
          value={email}
          onChange={setEmail}
          error={errors.email ?? error}
          hint={
            byMail
              ? t('The invitation is sent to this address. Leave it empty to get a link to share.')
              : t(
                  'You get a link to share that works for this address only. Leave it empty for a link that works for anyone.',
                )
          }
        />
        <div>
          <Button type="submit" busy={busy}>
            {t('Invite')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface InvitationsProps {
  items: readonly Invitation[];
  onRevoke: (invitation: Invitation) => void;
}

function Invitations({ items, onRevoke }: InvitationsProps) {
  const t = useTranslate();
  const { day } = useFormats();
  return (
    <Letters aria-label={t('Invitations')}>
      {items.map((invitation) => (
        <li key={invitation.id}>
          <span>{invitation.email ?? t('Whoever has the link')}</span>
          <IconButton label={t('Revoke')} icon={<Trash2 />} onClick={() => onRevoke(invitation)} />
          <small>{t('Valid until {{day}}', { day: day(invitation.expires_at) })}</small>
        </li>
      ))}
    </Letters>
  );
}

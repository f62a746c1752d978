import { asHostError } from '@lectern/client/api/hostError.ts';
import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import {
  Ellipsis,
  HardDrive,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  ShieldCheck,
  ShieldOff,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { ago } from '../../i18n/ago.ts';
import { Muted } from '../../theme/prose.ts';
import { QuerySection } from '../query/QuerySection.tsx';
import { useUncachedQuery } from '../query/useUncachedQuery.ts';
import { bytes } from '../settings/bytes.ts';
import { Who } from './adminParts.ts';
import { CopyLink } from './CopyLink.tsx';
import { QuotaDialog } from './QuotaDialog.tsx';
import { UserDevices } from './UserDevices.tsx';

const perPage = 25;

/** All readers with their storage, and the actions of an administrator. */
export function Users() {
  const t = useTranslate();
  const { api, auth, i18n, notify } = useHost();
  const me = useReadable(auth.user);
  const language = useReadable(i18n.language);
  const [offset, setOffset] = useState(0);
  const query = useUncachedQuery(
    'GET /admin/users',
    useMemo(() => ({ query: { limit: perPage, offset } }), [offset]),
  );
  const [link, setLink] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<Account | null>(null);
  const [devicesOf, setDevicesOf] = useState<Account | null>(null);
  const [suspending, setSuspending] = useState<Account | null>(null);
  const [limited, setLimited] = useState<Account | null>(null);
  const [busy, setBusy] = useState(false);
  const number = new Intl.NumberFormat(language);

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      query.refetch();
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
    } finally {
      setBusy(false);
    }
  };
  const makeLink = (id: string) =>
    attempt(async () =>
      setLink((await api.call('POST /admin/users/:id/reset-link', { params: { id } })).url),
    );
  const change = ({ id }: Account, body: CallRequest<'PATCH /admin/users/:id'>['body']) =>
    attempt(async () => {
      await api.call('PATCH /admin/users/:id', { params: { id }, body });
      setSuspending(null);
      setLimited(null);
    });
  const endSessions = ({ id, name }: Account) =>
    attempt(async () => {
      await api.call('DELETE /admin/users/:id/sessions', { params: { id } });
      notify.show({ tone: 'success', message: t('{{name}} is signed out on every device.', { name }) });
    });
  const remove = ({ id }: Account) =>
    attempt(async () => {
      await api.call('DELETE /admin/users/:id', { params: { id } });
      setLeaving(null);
    });

  return (
    <QuerySection title={t('Readers')} query={query}>
      {({ items, total }) => (
        <Stack>
          <ListTable caption={t('Readers and what they store')}>
            <thead>
              <tr>
                <th scope="col">{t('Name')}</th>
                <th scope="col" data-room="wide">
                  {t('Last seen')}
                </th>
                <th scope="col" data-align="end">
                  {t('Books')}
                </th>
                <th scope="col" data-align="end">
                  {t('Stored')}
                </th>
                <th scope="col">
                  <VisuallyHidden>{t('Actions')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((account) => {
                const admin = account.roles.includes('admin');
                const suspended = account.suspended_at !== null;
                const seen =
                  account.last_seen === null
                    ? t('Signed out')
                    : ago(Date.parse(account.last_seen), Date.now(), language);
                return (
                  <tr key={account.id}>
                    <th scope="row">
                      <Who>
                        <span>
                          {account.name} {admin ? <Badge>{t('Administrator')}</Badge> : null}
                          {suspended ? <Badge tone="warning">{t('Suspended')}</Badge> : null}
                        </span>
                        <small>{account.email}</small>
                        <small data-room="narrow">{seen}</small>
                      </Who>
                    </th>
                    <td data-room="wide">{seen}</td>
                    <td data-align="end">{number.format(account.books)}</td>
                    <td data-align="end">
                      {[account.bytes, account.quota_bytes]
                        .filter((size) => size !== null)
                        .map((size) => bytes(size, language))
                        .join(' / ')}
                    </td>
                    <td data-align="end">
                      <Menu
                        label={account.name}
                        trigger={
                          <IconButton
                            label={t('Actions for {{name}}', { name: account.name })}
                            icon={<Ellipsis />}
                          />
                        }
                        items={[
                          {
                            id: 'link',
                            label: t('Link for a new password'),
                            icon: <KeyRound />,
                            onSelect: () => runInBackground(makeLink(account.id)),
                          },
                          {
                            id: 'admin',
                            label: admin ? t('No longer an administrator') : t('Make an administrator'),
                            icon: admin ? <ShieldOff /> : <ShieldCheck />,
                            disabled: suspended,
                            onSelect: () => runInBackground(change(account, { admin: !admin })),
                          },
                          {
                            id: 'devices',
                            label: t('Devices'),
                            icon: <MonitorSmartphone />,
                            onSelect: () => setDevicesOf(account),
                          },
                          {
                            id: 'sign-out',
                            label: t('Sign out everywhere'),
                            icon: <LogOut />,
                            disabled: account.id === me?.id || account.last_seen === null,
                            onSelect: () => runInBackground(endSessions(account)),
                          },
                          {
                            id: 'quota',
                            label: t('Storage limit'),
                            icon: <HardDrive />,
                            onSelect: () => setLimited(account),
                          },
                          {
                            id: 'suspend',
                            label: suspended ? t('End the suspension') : t('Suspend'),
                            icon: suspended ? <UserCheck /> : <UserX />,
                            disabled: admin,
                            onSelect: () =>
                              suspended
                                ? runInBackground(change(account, { suspended: false }))
                                : setSuspending(account),
                          },
                          {
                            id: 'delete',
                            label: t('Delete account'),
                            icon: <Trash2 />,
                            danger: true,
                            disabled: account.id === me?.id,
                            separatorBefore: true,
                            onSelect: () => setLeaving(account),
                          },
                        ]}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </ListTable>
          {total > perPage ? (
            <Stack direction="inline" gap={3} align="center">
              <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - perPage)}>
                {t('Previous')}
              </Button>
              <Muted role="status">
                {t('{{from}} to {{to}} of {{total}}', {
                  from: number.format(offset + 1),
                  to: number.format(Math.min(offset + perPage, total)),
                  total: number.format(total),
                })}
              </Muted>
              <Button
                size="small"
                disabled={offset + perPage >= total}
                onClick={() => setOffset(offset + perPage)}
              >
                {t('Next')}
              </Button>
            </Stack>
          ) : null}
          <CopyLink
            title={t('A link for a new password')}
            description={t(
              'Valid for one hour and one use. Pass it on to the reader yourself; it’s shown only once.',
            )}
            url={link}
            onClose={() => setLink(null)}
          />
          {devicesOf ? (
            <UserDevices
              account={devicesOf}
              onClose={() => {
                setDevicesOf(null);
                query.refetch();
              }}
            />
          ) : null}
          {limited === null ? null : (
            <QuotaDialog
              account={limited}
              busy={busy}
              onSave={(quota_bytes) => runInBackground(change(limited, { quota_bytes }))}
              onClose={() => setLimited(null)}
            />
          )}
          <ConfirmDialog
            open={suspending !== null}
            onOpenChange={(open) => !open && setSuspending(null)}
            title={t('Suspend {{name}}?', { name: suspending?.name ?? '' })}
            description={t(
              'They’re signed out on every device and can’t sign in until you end the suspension. Their books and notes stay.',
            )}
            confirmLabel={t('Suspend')}
            cancelLabel={t('Cancel')}
            onConfirm={() => suspending && runInBackground(change(suspending, { suspended: true }))}
            busy={busy}
            danger
          />
          <ConfirmDialog
            open={leaving !== null}
            onOpenChange={(open) => !open && setLeaving(null)}
            title={t('Delete the account of {{name}}?', { name: leaving?.name ?? '' })}
            description={t('Their books, notes and points are deleted with it. This cannot be undone.')}
            confirmLabel={t('Delete everything')}
            cancelLabel={t('Keep the account')}
            onConfirm={() => leaving && runInBackground(remove(leaving))}
            busy={busy}
            danger
          />
        </Stack>
      )}
    </QuerySection>
  );
}

import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
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
import { useState } from 'react';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { type DataColumn, DataTable } from '../DataTable.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useAttempt } from '../forms/useForm.ts';
import { QueryResult, QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { DeviceList, DeviceSessions } from '../security/DeviceList.tsx';
import { Who } from './adminParts.ts';
import { CopyLink } from './CopyLink.tsx';

const perPage = 25;

/** The open dialog: a link to pass on, or something about one account. */
type UserDialog =
  | { kind: 'link'; url: string }
  | { kind: 'devices' | 'quota' | 'suspend' | 'delete'; account: Account };

/** All readers with their storage, and the actions of an administrator. */
export function Users() {
  const t = useTranslate();
  const [offset, setOffset] = useState(0);
  const query = useUncachedQuery('GET /admin/users', { query: { limit: perPage, offset } });
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const actions = useUserActions(query.refetch, setDialog);
  const columns = useColumns(useMenuItems(actions, setDialog));
  return (
    <QuerySection title={t('Readers')} query={query}>
      {({ items, total }) => (
        <Stack>
          <DataTable
            caption={t('Readers and what they store')}
            rows={items}
            keyOf={({ id }) => id}
            columns={columns}
          />
          {total > perPage ? <Pager offset={offset} total={total} onOffset={setOffset} /> : null}
          <UserDialogs
            dialog={dialog}
            actions={actions}
            onClose={() => {
              setDialog(null);
              if (dialog?.kind === 'devices') query.refetch();
            }}
          />
        </Stack>
      )}
    </QuerySection>
  );
}

type UserActions = ReturnType<typeof useUserActions>;

/** The calls of an administrator. Each refetches the list; a failure is shown. */
function useUserActions(refetch: () => void, setDialog: (dialog: UserDialog | null) => void) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { busy, attempt } = useAttempt();
  const start = (work: () => Promise<unknown>) => attempt(() => work().then(refetch));
  return {
    busy,
    makeLink: ({ id }: Account) =>
      start(async () => {
        const { url } = await api.call('POST /admin/users/:id/reset-link', { params: { id } });
        setDialog({ kind: 'link', url });
      }),
    change: ({ id }: Account, body: CallRequest<'PATCH /admin/users/:id'>['body']) =>
      start(async () => {
        await api.call('PATCH /admin/users/:id', { params: { id }, body });
        setDialog(null);
      }),
    async saveQuota({ id }: Account, quota_bytes: number | null) {
      await api.call('PATCH /admin/users/:id', { params: { id }, body: { quota_bytes } });
      setDialog(null);
      refetch();
    },
    endSessions: ({ id, name }: Account) =>
      start(async () => {
        await api.call('DELETE /admin/users/:id/sessions', { params: { id } });
        notify.show({ tone: 'success', message: t('{{name}} is signed out on every device.', { name }) });
      }),
    remove: ({ id }: Account) =>
      start(async () => {
        await api.call('DELETE /admin/users/:id', { params: { id } });
        setDialog(null);
      }),
  };
}

function useMenuItems(actions: UserActions, setDialog: (dialog: UserDialog) => void) {
  const t = useTranslate();
  const me = useReadable(useHost().auth.user);
  return (account: Account): MenuItem[] => {
    const admin = account.roles.includes('admin');
    const suspended = account.suspended_at !== null;
    return [
      {
        id: 'link',
        label: t('Link for a new password'),
        icon: <KeyRound />,
        onSelect: () => actions.makeLink(account),
      },
      {
        id: 'admin',
        label: admin ? t('No longer an administrator') : t('Make an administrator'),
        icon: admin ? <ShieldOff /> : <ShieldCheck />,
        disabled: suspended,
        onSelect: () => actions.change(account, { admin: !admin }),
      },
      {
        id: 'devices',
        label: t('Devices'),
        icon: <MonitorSmartphone />,
        onSelect: () => setDialog({ kind: 'devices', account }),
      },
      {
        id: 'sign-out',
        label: t('Sign out everywhere'),
        icon: <LogOut />,
        disabled: account.id === me?.id || account.last_seen === null,
        onSelect: () => actions.endSessions(account),
      },
      {
        id: 'quota',
        label: t('Storage limit'),
        icon: <HardDrive />,
        onSelect: () => setDialog({ kind: 'quota', account }),
      },
      {
        id: 'suspend',
        label: suspended ? t('End the suspension') : t('Suspend'),
        icon: suspended ? <UserCheck /> : <UserX />,
        disabled: admin,
        onSelect: () =>
          suspended ? actions.change(account, { suspended: false }) : setDialog({ kind: 'suspend', account }),
      },
      {
        id: 'delete',
        label: t('Delete account'),
        icon: <Trash2 />,
        danger: true,
        disabled: account.id === me?.id,
        separatorBefore: true,
        onSelect: () => setDialog({ kind: 'delete', account }),
      },
    ];
  };
}

function Pager({
  offset,
  total,
  onOffset,
}: {
  offset: number;
  total: number;
  onOffset: (offset: number) => void;
}) {
  const t = useTranslate();
  const { number } = useFormats();
  const end = offset + perPage;
  return (
    <Stack direction="inline" gap={3} align="center">
      <Button size="small" disabled={offset === 0} onClick={() => onOffset(offset - perPage)}>
        {t('Previous')}
      </Button>
      <Muted role="status">
        {t('{{from}} to {{to}} of {{total}}', {
          from: number(offset + 1),
          to: number(Math.min(end, total)),
          total: number(total),
        })}
      </Muted>
      <Button size="small" disabled={end >= total} onClick={() => onOffset(end)}>
        {t('Next')}
      </Button>
    </Stack>
  );
}

interface UserDialogsProps {
  dialog: UserDialog | null;
  actions: UserActions;
  onClose: () => void;
}

function UserDialogs({ dialog, actions, onClose }: UserDialogsProps) {
  const t = useTranslate();
  const { busy } = actions;
  const accountOf = (kind: UserDialog['kind']) =>
    dialog?.kind === kind && dialog.kind !== 'link' ? dialog.account : null;
  const devicesOf = accountOf('devices');
  const quotaOf = accountOf('quota');
  const suspending = accountOf('suspend');
  const deleting = accountOf('delete');
  return (
    <>
      <CopyLink
        title={t('A link for a new password')}
        description={t(
          'Valid for one hour and one use. Pass it on to the reader yourself; it’s shown only once.',
        )}
        url={dialog?.kind === 'link' ? dialog.url : null}
        onClose={onClose}
      />
      {devicesOf ? <UserDevices account={devicesOf} onClose={onClose} /> : null}
      {quotaOf ? <QuotaDialog account={quotaOf} onSave={actions.saveQuota} onClose={onClose} /> : null}
      <ConfirmDialog
        open={suspending !== null}
        onClose={onClose}
        title={t('Suspend {{name}}?', { name: suspending?.name ?? '' })}
        description={t(
          'They’re signed out on every device and can’t sign in until you end the suspension. Their books and notes stay.',
        )}
        confirmLabel={t('Suspend')}
        cancelLabel={t('Cancel')}
        onConfirm={() => suspending && actions.change(suspending, { suspended: true })}
        busy={busy}
        danger
      />
      <ConfirmDialog
        open={deleting !== null}
        onClose={onClose}
        title={t('Delete the account of {{name}}?', { name: deleting?.name ?? '' })}
        description={t('Their books, notes and points are deleted with it. This cannot be undone.')}
        confirmLabel={t('Delete everything')}
        cancelLabel={t('Keep the account')}
        onConfirm={() => deleting && actions.remove(deleting)}
        busy={busy}
        danger
      />
    </>
  );
}

/** The columns of the table of all readers, with the menu of actions. */
function useColumns(menuItems: (account: Account) => MenuItem[]): DataColumn<Account>[] {
  const t = useTranslate();
  const { number, bytes, ago } = useFormats();
  const seen = ({ last_seen }: Account) => (last_seen === null ? t('Signed out') : ago(last_seen));
  return [
    {
      title: t('Name'),
      isName: true,
      cell: (account) => (
        <Who>
          <span>
            {account.name} {account.roles.includes('admin') ? <Badge>{t('Administrator')}</Badge> : null}
            {account.suspended_at === null ? null : <Badge tone="warning">{t('Suspended')}</Badge>}
          </span>
          <small>{account.email}</small>
          <small data-room="narrow">{seen(account)}</small>
        </Who>
      ),
    },
    { title: t('Last seen'), isWide: true, cell: seen },
    { title: t('Books'), isNumber: true, cell: ({ books }) => number(books) },
    {
      title: t('Stored'),
      isNumber: true,
      cell: (account) =>
        [account.bytes, account.quota_bytes]
          .filter((size) => size !== null)
          .map(bytes)
          .join(' / '),
    },
    {
      title: <VisuallyHidden>{t('Actions')}</VisuallyHidden>,
      isNumber: true,
      cell: (account) => (
        <Menu
          label={account.name}
          trigger={
            <IconButton label={t('Actions for {{name}}', { name: account.name })} icon={<Ellipsis />} />
          }
          items={menuItems(account)}
        />
      ),
    },
  ];
}

/** The sessions of a reader; an administrator can end each of them. */
function UserDevices({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslate();
  const { api } = useHost();
  const { id, name } = account;
  const query = useUncachedQuery('GET /admin/users/:id/sessions', { params: { id } });

  return (
    <Dialog onClose={onClose} title={t('Where {{name}} is signed in', { name })} closeLabel={t('Close')}>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Muted>{t('On no device.')}</Muted>
          ) : (
            <DeviceList>
              <DeviceSessions
                sessions={items}
                end={(sessionId) =>
                  api.call('DELETE /admin/users/:id/sessions/:sessionId', { params: { id, sessionId } })
                }
                onEnded={query.refetch}
              />
            </DeviceList>
          )
        }
      </QueryResult>
    </Dialog>
  );
}

const gigabyte = 1_000_000_000;

interface QuotaDialogProps {
  account: Account;
  /** @param bytes null for the default quota */
  onSave(account: Account, bytes: number | null): Promise<void>;
  onClose(): void;
}

/** Sets the storage quota of a reader. */
function QuotaDialog({ account, onSave, onClose }: QuotaDialogProps) {
  const t = useTranslate();
  const { quota_bytes } = account;
  const [gigabytes, setGigabytes] = useState(quota_bytes === null ? '' : String(quota_bytes / gigabyte));
  return (
    <FormDialog
      title={t('Storage limit of {{name}}', { name: account.name })}
      submit={t('Save')}
      send={() => onSave(account, gigabytes === '' ? null : Math.round(Number(gigabytes) * gigabyte))}
      onClose={onClose}
    >
      {(errors, error) => (
        <TextField
          name="gigabytes"
          label={t('Gigabytes')}
          hint={t('Leave this empty for the limit that all readers have.')}
          type="number"
          min={0}
          max={1_000_000}
          step="any"
          value={gigabytes}
          onChange={setGigabytes}
          error={errors.gigabytes ?? error}
        />
      )}
    </FormDialog>
  );
}

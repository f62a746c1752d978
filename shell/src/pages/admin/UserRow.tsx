import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
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
import { ago } from '../../i18n/ago.ts';
import { bytes } from '../settings/bytes.ts';
import { Who } from './adminParts.ts';

export type UserChange = CallRequest<'PATCH /admin/users/:id'>['body'];

interface UserRowProps {
  account: Account;
  /** The administrator's own account. */
  isMe: boolean;
  onResetLink(): void;
  onChange(change: UserChange): void;
  onDevices(): void;
  onEndSessions(): void;
  onQuota(): void;
  onSuspend(): void;
  onDelete(): void;
}

/** A reader in the table of all readers, with the menu of actions. */
export function UserRow({
  account,
  isMe,
  onResetLink,
  onChange,
  onDevices,
  onEndSessions,
  onQuota,
  onSuspend,
  onDelete,
}: UserRowProps) {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const admin = account.roles.includes('admin');
  const suspended = account.suspended_at !== null;
  const seen =
    account.last_seen === null ? t('Signed out') : ago(Date.parse(account.last_seen), Date.now(), language);
  return (
    <tr>
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
      <td data-align="end">{new Intl.NumberFormat(language).format(account.books)}</td>
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
            <IconButton label={t('Actions for {{name}}', { name: account.name })} icon={<Ellipsis />} />
          }
          items={[
            {
              id: 'link',
              label: t('Link for a new password'),
              icon: <KeyRound />,
              onSelect: onResetLink,
            },
            {
              id: 'admin',
              label: admin ? t('No longer an administrator') : t('Make an administrator'),
              icon: admin ? <ShieldOff /> : <ShieldCheck />,
              disabled: suspended,
              onSelect: () => onChange({ admin: !admin }),
            },
            {
              id: 'devices',
              label: t('Devices'),
              icon: <MonitorSmartphone />,
              onSelect: onDevices,
            },
            {
              id: 'sign-out',
              label: t('Sign out everywhere'),
              icon: <LogOut />,
              disabled: isMe || account.last_seen === null,
              onSelect: onEndSessions,
            },
            {
              id: 'quota',
              label: t('Storage limit'),
              icon: <HardDrive />,
              onSelect: onQuota,
            },
            {
              id: 'suspend',
              label: suspended ? t('End the suspension') : t('Suspend'),
              icon: suspended ? <UserCheck /> : <UserX />,
              disabled: admin,
              onSelect: () => (suspended ? onChange({ suspended: false }) : onSuspend()),
            },
            {
              id: 'delete',
              label: t('Delete account'),
              icon: <Trash2 />,
              danger: true,
              disabled: isMe,
              separatorBefore: true,
              onSelect: onDelete,
            },
          ]}
        />
      </td>
    </tr>
  );
}

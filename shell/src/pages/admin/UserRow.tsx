import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { Ellipsis } from 'lucide-react';
import { ago } from '../../i18n/ago.ts';
import { bytes } from '../settings/bytes.ts';
import { Who } from './adminParts.ts';

/** A reader in the table of all readers, with the menu of actions. */
export function UserRow({ account, items }: { account: Account; items: MenuItem[] }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const { last_seen: lastSeen } = account;
  const seen = lastSeen === null ? t('Signed out') : ago(Date.parse(lastSeen), Date.now(), language);
  return (
    <tr>
      <th scope="row">
        <Who>
          <span>
            {account.name} {account.roles.includes('admin') ? <Badge>{t('Administrator')}</Badge> : null}
            {account.suspended_at === null ? null : <Badge tone="warning">{t('Suspended')}</Badge>}
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
          items={items}
        />
      </td>
    </tr>
  );
}

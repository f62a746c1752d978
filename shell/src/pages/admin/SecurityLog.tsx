import type { SecurityEvent } from '@lectern/shared-contracts/api/admin.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { DataTable } from '../DataTable.tsx';
import { useAttempt } from '../forms/useForm.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { Who } from './adminParts.ts';

const perPage = 25;

/** Sign-ins, rejected attempts and changes, newest first; the complete log can be downloaded as JSON Lines. */
export function SecurityLog() {
  const t = useTranslate();
  const { api } = useHost();
  const [kind, setKind] = useState('');
  /** Cursors of the previous pages. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { busy, attempt } = useAttempt();
  const cursor = cursors.at(-1);
  const query = useUncachedQuery('GET /admin/security-events', {
    query: { limit: perPage, ...(kind ? { kind } : {}), ...(cursor ? { cursor } : {}) },
  });

  const download = async () => {
    const lines: string[] = [];
    await api.stream('GET /admin/security-events/export', {}, (event) =>
      lines.push(`${JSON.stringify(event)}\n`),
    );
    saveFile(lines, 'lectern-security-log.jsonl', 'application/x-ndjson');
  };

  return (
    <QuerySection
      title={t('Security log')}
      query={query}
      actions={
        <Button
          size="small"
          variant="quiet"
          flush="end"
          icon={<Download />}
          busy={busy}
          onClick={() => attempt(download)}
        >
          {t('Download')}
        </Button>
      }
    >
      {({ items, next_cursor }) => (
        <Stack>
          <Select
            label={t('Show')}
            value={kind}
            onChange={(value) => {
              setKind(value);
              setCursors([]);
            }}
            options={[
              { value: '', label: t('All events') },
              ...Object.entries(securityEventLabels).map(([value, label]) => ({ value, label: t(label) })),
            ]}
          />
          {items.length === 0 ? (
            <Muted>{t('Nothing has been recorded yet.')}</Muted>
          ) : (
            <EventTable events={items} />
          )}
          {cursors.length > 0 || next_cursor ? (
            <Stack direction="inline" gap={3}>
              <Button
                size="small"
                disabled={cursors.length === 0}
                onClick={() => setCursors(cursors.slice(0, -1))}
              >
                {t('Previous')}
              </Button>
              <Button
                size="small"
                disabled={!next_cursor}
                onClick={() => next_cursor && setCursors([...cursors, next_cursor])}
              >
                {t('Next')}
              </Button>
            </Stack>
          ) : null}
        </Stack>
      )}
    </QuerySection>
  );
}

function EventTable({ events }: { events: readonly SecurityEvent[] }) {
  const t = useTranslate();
  const { moment } = useFormats();
  return (
    <DataTable
      caption={t('Events in the security log')}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('What'),
          isName: true,
          cell: (event) => (
            <Who>
              <span>
                {t(securityEventLabels[event.kind] ?? event.kind)}
                {event.count > 1 ? ` × ${event.count}` : null}
              </span>
              <small>{detailsOf(event)}</small>
              <small data-room="narrow">{moment(event.at)}</small>
            </Who>
          ),
        },
        { title: t('Who'), cell: (event) => <Who>{namesOf(event)}</Who> },
        { title: t('From'), cell: ({ address }) => address ?? '–' },
        { title: t('When'), isWide: true, cell: ({ at }) => moment(at) },
      ]}
    />
  );
}

const nameOf = (account: SecurityEvent['account']) => account && (account.name ?? account.id.slice(0, 8));

/** The affected reader, preceded by the actor if that is somebody else. */
function namesOf({ account, actor }: SecurityEvent): string {
  const names = [actor?.id === account?.id ? null : nameOf(actor), nameOf(account)];
  return names.filter(Boolean).join(' → ') || '–';
}

/** Raw details of the log, which are not translated. */
const detailsOf = ({ details }: SecurityEvent) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

/** Labels of the security events, in the order of the filter. */
const securityEventLabels: Record<string, string> = {
  authn_login_success: text('Signed in'),
  authn_login_fail: text('Sign-in failed'),
  authn_logout: text('Signed out'),
  session_ended: text('Sign-in ended'),
  authn_new_device: text('New device'),
  authn_factor_change: text('Way to sign in changed'),
  authn_password_change: text('Password changed'),
  authn_password_reset_request: text('Password reset requested'),
  authn_password_reset_fail: text('Password reset failed'),
  excess_rate_limit_exceeded: text('Too many requests'),
  authz_fail: text('Access refused'),
  authz_admin: text('Changed by an administrator'),
  privilege_permissions_changed: text('Role changed'),
  user_created: text('Account created'),
  user_deleted: text('Account deleted'),
  data_export: text('Data exported'),
  send_address_change: text('Address for books changed'),
  book_sent: text('Book sent by email'),
};

import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { useMemo } from 'react';
import { Muted } from '../../theme/prose.ts';
import { DeviceSessions } from '../profile/DeviceSessions.tsx';
import { QueryResult } from '../query/QuerySection.tsx';
import { useUncachedQuery } from '../query/useUncachedQuery.ts';

/** The sessions of a reader; an administrator can end each of them. */
export function UserDevices({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslate();
  const { api } = useHost();
  const { id, name } = account;
  const query = useUncachedQuery(
    'GET /admin/users/:id/sessions',
    useMemo(() => ({ params: { id } }), [id]),
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Where {{name}} is signed in', { name })}
      closeLabel={t('Close')}
    >
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Muted>{t('On no device.')}</Muted>
          ) : (
            <DeviceSessions
              sessions={items}
              end={(sessionId) =>
                api.call('DELETE /admin/users/:id/sessions/:sessionId', { params: { id, sessionId } })
              }
              onEnded={query.refetch}
            />
          )
        }
      </QueryResult>
    </Dialog>
  );
}

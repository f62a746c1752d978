import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { FailedChanges } from '../../sync-status/FailedChanges.tsx';

/** Pending changes of this device, and changes that failed. */
export function WaitingChanges() {
  const t = useTranslate();
  const { sync, network } = useHost();
  const state = useReadable(sync.state);
  const online = useReadable(network) === 'online';
  const waiting = state.pending + state.syncing;
  return (
    <Card title={t('Changes made on this device')}>
      <Stack>
        <p>
          {waiting > 0
            ? t('{{count}} change(s) pending sync', { count: waiting })
            : state.failed.length > 0
              ? t('Some changes could not be saved')
              : t('All changes synced')}
        </p>
        {waiting > 0 && online ? (
          <div>
            <Button size="small" onClick={() => runInBackground(sync.flush())}>
              {t('Sync Now')}
            </Button>
          </div>
        ) : null}
        <FailedChanges actions={state.failed} />
      </Stack>
    </Card>
  );
}

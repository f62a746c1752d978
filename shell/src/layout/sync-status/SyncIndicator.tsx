import type { SyncState, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { styled } from 'styled-components';
import { FailedChanges } from './FailedChanges.tsx';

/** Sync state in the header; opens the list of pending and failed changes. */
export function SyncIndicator() {
  const t = useTranslate();
  const { sync, network } = useHost();
  const state = useReadable(sync.state);
  const online = useReadable(network) === 'online';
  const waiting = state.pending + state.syncing;
  const words = wordsOf(state, online, t);
  return (
    <Popover
      label={t('Sync')}
      width="22rem"
      trigger={
        <IconButton
          label={words}
          icon={<Sign state={state} online={online} />}
          badge={state.failed.length}
          tooltipSide="bottom"
          data-sync={state.indicator}
        />
      }
    >
      <Words aria-live="polite">{words}</Words>
      {waiting > 0 && !online ? (
        <Words>{t('{{count}} change(s) pending sync', { count: waiting })}</Words>
      ) : null}
      {waiting > 0 && online ? (
        <Button size="small" onClick={() => runInBackground(sync.flush())}>
          {t('Sync Now')}
        </Button>
      ) : null}
      <FailedChanges actions={state.failed} />
    </Popover>
  );
}

function Sign({ state, online }: { state: SyncState; online: boolean }) {
  if (!online) return <CloudOff />;
  if (state.indicator === 'error') return <CloudAlert />;
  return state.pending + state.syncing > 0 ? <CloudUpload /> : <CloudCheck />;
}

function wordsOf(state: SyncState, online: boolean, t: Translate): string {
  const count = state.pending + state.syncing;
  if (!online) return t('Offline - Changes will sync when reconnected');
  if (state.syncing > 0) return t('Syncing {{count}} item(s)...', { count });
  if (state.pending > 0) return t('{{count}} change(s) pending sync', { count });
  return state.failed.length > 0 ? t('Some changes could not be saved') : t('All changes synced');
}

const Words = styled.p`
  margin-block-end: ${space(3)};
  font-size: ${type.small};
`;

import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useCallback } from 'react';
import { styled } from 'styled-components';
import { useShell } from '../host/shell.ts';
import type { PlacedWidget } from '../routes/routeTypes.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { maxRetries, useLazy } from './useLazy.ts';

export interface RemoteSlotProps {
  widget: PlacedWidget;
  slot?: FederatedProps['slot'];
}

const noParams = {};

/** A widget of a remote. When it fails, a line says so, and the page around it stays. */
export function RemoteSlot({ widget, slot }: RemoteSlotProps) {
  const { remote, expose, name, height, quiet = false } = widget;
  const t = useTranslate();
  const host = useHost();
  const { remotes } = useShell();
  const load = useCallback(() => remotes.load(remote, expose), [remotes, remote, expose]);
  const { state, retries, retry, fail } = useLazy(load);

  if (state.status === 'loading')
    return height === undefined ? null : <Skeleton shape="block" height={height} />;
  if (state.status === 'failed' && quiet) return null;
  if (state.status === 'failed') {
    return (
      <Quiet role="status">
        <span>{t('{{name}} cannot be shown right now.', { name: t(name) })}</span>
        <Button size="small" variant="quiet" disabled={retries >= maxRetries} onClick={retry}>
          {retries >= maxRetries ? t('Max retries reached') : t('Try Again')}
        </Button>
      </Quiet>
    );
  }
  const Widget = state.component;
  return (
    <CrashBoundary
      key={retries}
      onCrash={(cause) => {
        fail({ stage: 'render', code: 'crash', remote, cause });
        remotes.crashed(remote, expose, cause);
      }}
    >
      <Widget host={host} params={noParams} slot={slot} />
    </CrashBoundary>
  );
}

const Quiet = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding-block: ${space(3)};
  border-block-start: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

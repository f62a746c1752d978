import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import type { ExposeOf, RemoteName } from '@lectern/shared-contracts/contract/remotes.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useCallback } from 'react';
import { styled } from 'styled-components';
import { CrashBoundary } from './CrashBoundary.tsx';
import type { Remotes } from './loadRemote.ts';
import { maxRetries, useLazy } from './useLazy.ts';

export interface RemoteSlotProps<R extends RemoteName> {
  remotes: Remotes;
  remote: R;
  expose: ExposeOf<R>;
  /** What it is to a reader: 'Recent books'. */
  name: string;
  /** Shown while it loads. */
  loading: ReactNode;
  slot?: FederatedProps['slot'];
  /** Where there is no room for a line about it: nothing is shown when it fails. */
  quiet?: boolean;
}

const noParams = {};

/** A small part of a page that a remote fills. When it fails, a line says so, and the page around it stays. */
export function RemoteSlot<R extends RemoteName>({
  remotes,
  remote,
  expose,
  name,
  loading,
  slot,
  quiet = false,
}: RemoteSlotProps<R>) {
  const t = useTranslate();
  const host = useHost();
  const load = useCallback(() => remotes.load(remote, expose), [remotes, remote, expose]);
  const { state, retries, retry, fail } = useLazy(load);

  if (state.status === 'loading') return loading;
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

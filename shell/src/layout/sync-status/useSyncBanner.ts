import { obstacles } from '@lectern/client/api/obstacle.ts';
import type { NetworkState, SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import type { Tone } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useState } from 'react';

/** The banner to show: a state appears after a delay. */
export function useSyncBanner(isSlow: boolean): SyncBanner | null {
  const { network, sync } = useHost();
  const [connection, queue] = [useReadable(network), useReadable(sync.state)];
  const wanted = syncBannerOf(connection, queue, isSlow);
  const [shown, setShown] = useState<SyncBanner | null>(() => bannerToShow(wanted, null));
  const { kind = null } = wanted ?? {};
  const count = wanted !== null && 'count' in wanted ? wanted.count : 0;

  useEffect(() => {
    const next = syncBannerOf(connection, queue, isSlow);
    const show = () => setShown((before) => bannerToShow(next, before));
    // Only the first banner is delayed; following ones replace it at once.
    const wait = shown === null && kind !== null ? syncStates[kind].delay : 0;
    if (wait === 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [kind, count, shown === null]);

  return shown;
}

/** The text of the banner above the page [OF-05]; null when there is none. */
export type SyncBanner =
  | { kind: 'offline' }
  | { kind: 'reconnecting' }
  | { kind: 'slow' }
  | { kind: 'syncing'; count: number }
  | { kind: 'pending'; count: number }
  | { kind: 'synced' };

/** @param isSlow whether a request moves slowly */
export function syncBannerOf(network: NetworkState, sync: SyncState, isSlow = false): SyncBanner | null {
  if (network !== 'online') return { kind: network };
  if (sync.syncing > 0) return { kind: 'syncing', count: sync.syncing + sync.pending };
  if (sync.pending > 0) return { kind: 'pending', count: sync.pending };
  if (isSlow) return { kind: 'slow' };
  return sync.indicator === 'completed' ? { kind: 'synced' } : null;
}

/**
 * How each state is shown. `delay`: milliseconds for which it must last before it is shown, so that the banner does not
 * flash with every saved place while pages are turned.
 */
export const syncStates = {
  offline: { tone: 'danger', words: text('Offline - Changes will sync when reconnected'), delay: 0 },
  reconnecting: { tone: 'danger', words: text('Reconnecting...'), delay: 0 },
  slow: { tone: 'info', words: obstacles.slow.message, delay: 0 },
  syncing: { tone: 'info', words: text('Syncing {{count}} item(s)...'), delay: 1_000 },
  pending: { tone: 'warning', words: text('{{count}} change(s) pending sync'), delay: 1_500 },
  synced: { tone: 'success', words: text('All changes synced'), delay: 0 },
} as const satisfies Record<SyncBanner['kind'], { tone: Tone; words: string; delay: number }>;

/** 'All changes synced' is shown only after another banner. */
export function bannerToShow(wanted: SyncBanner | null, shown: SyncBanner | null): SyncBanner | null {
  return wanted?.kind === 'synced' && shown === null ? null : wanted;
}

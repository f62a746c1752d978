import type { NetworkState, SyncState } from '@lectern/shared-contracts/contract/host.ts';

/** What the banner above the page says [OF-05]; null when there is nothing to say. */
export type SyncBanner =
  | { kind: 'offline' }
  | { kind: 'reconnecting' }
  | { kind: 'syncing'; count: number }
  | { kind: 'pending'; count: number }
  | { kind: 'synced' };

export function syncBannerOf(network: NetworkState, sync: SyncState): SyncBanner | null {
  if (network !== 'online') return { kind: network };
  if (sync.syncing > 0) return { kind: 'syncing', count: sync.syncing + sync.pending };
  if (sync.pending > 0) return { kind: 'pending', count: sync.pending };
  return sync.indicator === 'completed' ? { kind: 'synced' } : null;
}

/**
 * Milliseconds for which a state must last before it is shown. A reader who turns pages is not told of every place that
 * is saved: what is over in a moment is no news.
 */
export const bannerDelay: Readonly<Record<SyncBanner['kind'], number>> = {
  offline: 0,
  reconnecting: 0,
  syncing: 1_000,
  pending: 1_500,
  synced: 0,
};

/** 'All changes synced' ends a story that was told: it is nothing to begin one with. */
export function bannerToShow(wanted: SyncBanner | null, shown: SyncBanner | null): SyncBanner | null {
  return wanted?.kind === 'synced' && shown === null ? null : wanted;
}

import type { NetworkState, SyncState } from '@lectern/shared-contracts/contract/host.ts';

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
 * Milliseconds for which a state must last before it is shown, so that the banner does not flash with every saved place
 * while pages are turned.
 */
export const bannerDelay: Readonly<Record<SyncBanner['kind'], number>> = {
  offline: 0,
  reconnecting: 0,
  slow: 0,
  syncing: 1_000,
  pending: 1_500,
  synced: 0,
};

/** 'All changes synced' is shown only after another banner. */
export function bannerToShow(wanted: SyncBanner | null, shown: SyncBanner | null): SyncBanner | null {
  return wanted?.kind === 'synced' && shown === null ? null : wanted;
}

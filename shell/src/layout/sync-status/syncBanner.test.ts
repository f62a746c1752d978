/** @jest-environment node */
import type { NetworkState, SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { bannerToShow, type SyncBanner, syncBannerOf, syncStates } from './useSyncBanner.ts';

const sync = (state: Partial<SyncState> = {}): SyncState => ({
  indicator: 'idle',
  pending: 0,
  syncing: 0,
  failed: [],
  ...state,
});

it.each<[NetworkState, Partial<SyncState>, SyncBanner | null]>([
  ['offline', { syncing: 1, pending: 1 }, { kind: 'offline' }],
  ['reconnecting', { indicator: 'completed' }, { kind: 'reconnecting' }],
  ['online', {}, null],
  ['online', { indicator: 'error' }, null],
  ['online', { syncing: 1, pending: 2 }, { kind: 'syncing', count: 3 }],
  ['online', { indicator: 'completed', pending: 1 }, { kind: 'pending', count: 1 }],
  ['online', { indicator: 'completed' }, { kind: 'synced' }],
])('[OF-05] the banner while %s with the changes %j', (network, changes, banner) =>
  expect(syncBannerOf(network, sync(changes))).toEqual(banner),
);

it('[OF-05] that all changes are synced is shown only after another banner', () => {
  expect(bannerToShow({ kind: 'synced' }, null)).toBeNull();
  expect(bannerToShow({ kind: 'synced' }, { kind: 'pending', count: 1 })).toEqual({ kind: 'synced' });
  expect(bannerToShow({ kind: 'offline' }, null)).toEqual({ kind: 'offline' });
  expect(bannerToShow(null, { kind: 'offline' })).toBeNull();
});

it('[OF-05] only changes that wait or are sent for a while are shown', () => {
  const shownLater = Object.entries(syncStates).filter(([, { delay }]) => delay > 0);
  expect(shownLater.map(([kind]) => kind)).toEqual(['syncing', 'pending']);
});

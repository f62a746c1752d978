import {
  bannerDelay,
  bannerToShow,
  type SyncBanner,
  syncBannerOf,
} from '@lectern/client/offline/status/syncBanner.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
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
    const wait = shown === null && kind !== null ? bannerDelay[kind] : 0;
    if (wait === 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [kind, count, shown === null]);

  return shown;
}

import type { SyncBanner } from '@lectern/client/offline/status/syncBanner.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useSyncBanner } from './useSyncBanner.ts';

/**
 * No network, changes that wait, changes that are on their way: section 4,
 * 'Banner'. It can be put away until that changes.
 */
export function OfflineBanner() {
  const banner = useSyncBanner();
  const [dismissed, setDismissed] = useState<SyncBanner | null>(null);
  if (banner === null || banner === dismissed) return null;
  return <SyncBannerView banner={banner} onDismiss={() => setDismissed(banner)} />;
}

function SyncBannerView({ banner, onDismiss }: { banner: SyncBanner; onDismiss: () => void }) {
  const t = useTranslate();
  const { sync } = useHost();
  const dismiss = <IconButton size="small" label={t('Dismiss')} icon={<X />} onClick={onDismiss} />;
  switch (banner.kind) {
    case 'offline':
      return (
        <Banner
          flush
          tone="danger"
          message={t('Offline - Changes will sync when reconnected')}
          detail={`${t("You're offline")}. ${t('You can still read downloaded books and access cached content')}.`}
          action={dismiss}
        />
      );
    case 'reconnecting':
      return <Banner flush tone="danger" message={t('Reconnecting...')} action={dismiss} />;
    case 'syncing':
      return (
        <Banner flush tone="info" message={t('Syncing {{count}} item(s)...', { count: banner.count })} />
      );
    case 'pending':
      return (
        <Banner
          flush
          tone="warning"
          message={t('{{count}} change(s) pending sync', { count: banner.count })}
          action={
            <>
              <Button size="small" onClick={() => runInBackground(sync.flush())}>
                {t('Sync Now')}
              </Button>
              {dismiss}
            </>
          }
        />
      );
    case 'synced':
      return <Banner flush tone="success" message={t('All changes synced')} />;
  }
}

import { type Obstacle, obstacles } from '@lectern/client/api/obstacle.ts';
import type { SyncBanner } from '@lectern/client/offline/status/syncBanner.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { ObstacleLink } from './ObstacleLink.tsx';
import { obstacleText } from './obstacleText.ts';
import { useSyncBanner } from './useSyncBanner.ts';

/**
 * Offline, pending changes, changes being sent: section 4,
 * 'Banner'. It can be dismissed until the state changes.
 */
export function OfflineBanner({ obstacle = null }: { obstacle?: Obstacle | null }) {
  const banner = useSyncBanner(obstacle === obstacles.slow);
  const [dismissed, setDismissed] = useState<SyncBanner | null>(null);
  if (banner === null || banner === dismissed) return null;
  return <SyncBannerView banner={banner} obstacle={obstacle} onDismiss={() => setDismissed(banner)} />;
}

interface ViewProps {
  banner: SyncBanner;
  obstacle: Obstacle | null;
  onDismiss: () => void;
}

function SyncBannerView({ banner, obstacle, onDismiss }: ViewProps) {
  const t = useTranslate();
  const { sync } = useHost();
  const reason = obstacle ? obstacleText(obstacle, t) : undefined;
  const link = obstacle?.link ? <ObstacleLink link={obstacle.link} /> : null;
  const dismiss = <IconButton size="small" label={t('Dismiss')} icon={<X />} onClick={onDismiss} />;
  const actions = (
    <>
      {link}
      {dismiss}
    </>
  );
  switch (banner.kind) {
    case 'offline':
      return (
        <Banner
          flush
          tone="danger"
          message={t('Offline - Changes will sync when reconnected')}
          detail={`${reason ?? `${t("You're offline")}.`} ${t('You can still read downloaded books and access cached content')}.`}
          action={actions}
        />
      );
    case 'reconnecting':
      return <Banner flush tone="danger" message={t('Reconnecting...')} detail={reason} action={actions} />;
    case 'slow':
      return <Banner flush tone="info" message={reason} action={dismiss} />;
    case 'syncing':
      return (
        <Banner
          flush
          tone="info"
          message={t('Syncing {{count}} item(s)...', { count: banner.count })}
          detail={reason}
        />
      );
    case 'pending':
      return (
        <Banner
          flush
          tone="warning"
          message={t('{{count}} change(s) pending sync', { count: banner.count })}
          detail={reason}
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

import { type Obstacle, obstacles } from '@lectern/client/api/obstacle.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { ObstacleLink, obstacleText } from './obstacle.tsx';
import { type SyncBanner, syncStates, useSyncBanner } from './useSyncBanner.ts';

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
  const { tone, words } = syncStates[banner.kind];
  const isAway = banner.kind === 'offline' || banner.kind === 'reconnecting';
  const reason = obstacle ? obstacleText(obstacle, t) : undefined;
  const hasReason = banner.kind !== 'slow' && banner.kind !== 'synced';
  const away = `${reason ?? `${t("You're offline")}.`} ${t('You can still read downloaded books and access cached content')}.`;
  return (
    <Banner
      flush
      tone={tone}
      message={t(words, 'count' in banner ? { count: banner.count } : {})}
      detail={banner.kind === 'offline' ? away : hasReason ? reason : undefined}
      action={
        banner.kind === 'syncing' || banner.kind === 'synced' ? null : (
          <>
            {isAway && obstacle?.link ? <ObstacleLink link={obstacle.link} /> : null}
            {banner.kind === 'pending' ? (
              <Button size="small" onClick={() => runInBackground(sync.flush())}>
                {t('Sync Now')}
              </Button>
            ) : null}
            <IconButton size="small" label={t('Dismiss')} icon={<X />} onClick={onDismiss} />
          </>
        )
      }
    />
  );
}

import type { Obstacle } from '@lectern/client/api/obstacle.ts';
import { addressPastWorker } from '@lectern/client/pwa/pastWorker.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';

/** Leaves the app: to its new address, or to this page past the service worker, where the obstacle answers itself. */
export function ObstacleLink({ link }: { link: NonNullable<Obstacle['link']> }) {
  const t = useTranslate();
  const href = link === 'page' ? addressPastWorker(window.location.href) : link.address;
  return (
    <Button as="a" size="small" href={href}>
      {link === 'page' ? t('Open the page') : t('Open Lectern there')}
    </Button>
  );
}

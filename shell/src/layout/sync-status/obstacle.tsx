import type { Obstacle } from '@lectern/client/api/obstacle.ts';
import { addressPastWorker } from '@lectern/client/pwa/pastWorker.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useShell } from '../../host/shell.ts';

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

export const obstacleText = ({ message, link }: Obstacle, t: Translate): string =>
  t(message, link === null || link === 'page' ? {} : link);

const none: Readable<Obstacle | null> = createWritable(null);

/** What stands between this page and the server, or holds up a change; null when nothing does. */
export function useObstacle(): Obstacle | null {
  const services = useReadable(useShell().signedIn.state);
  return useReadable(services.status === 'ready' ? services.obstacle : none);
}

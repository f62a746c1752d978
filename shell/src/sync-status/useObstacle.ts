import type { Obstacle } from '@lectern/client/api/obstacle.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useShell } from '../host/shell.ts';

const none: Readable<Obstacle | null> = createWritable(null);

/** What stands between this page and the server, or holds up a change; null when nothing does. */
export function useObstacle(): Obstacle | null {
  const services = useReadable(useShell().signedIn.state);
  return useReadable(services.status === 'ready' ? services.obstacle : none);
}

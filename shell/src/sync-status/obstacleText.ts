import type { Obstacle } from '@lectern/client/api/obstacle.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

export const obstacleText = ({ message, link }: Obstacle, t: Translate): string =>
  t(message, link === null || link === 'page' ? {} : link);

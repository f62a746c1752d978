import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { movedTo, type Obstacle, obstacleOf, obstacles } from '../../api/obstacle.ts';
import { addressOf } from '../../common/basePath.ts';
import { isHealthy } from '../../pwa/serverAddress.ts';
import { limits } from '../common/limits.ts';

/** 'server': the API answers. 'files': only the files of the app do. 'nothing': no network, or a foreign page. */
export type Reach = 'server' | 'files' | 'nothing';

export interface ReachPorts {
  send?: typeof fetch;
  /** Called with each answer of the server. */
  onAnswer?(answer: Response): void;
  /** Where the server is when something else answers at its address. */
  findServer?(root: string): Promise<string | null>;
}

/** What was found. `obstacle`: what answers in place of the server; null without any network. */
export interface Found {
  reach: Reach;
  obstacle: Obstacle | null;
}

/** 'silent' when none has come in time, null when there is no connection. */
type Answer = Response | 'silent' | null;
const isResponse = (answer: Answer): answer is Response => answer !== null && answer !== 'silent';

/**
 * Asks HEAD <root>/health, then HEAD /manifest.webmanifest. A captive portal answers both with its own page. So the
 * first answer must carry the server's mark, and the second, which another host may serve, the right content type.
 * Redirections are not followed: one to a sign-in page on another origin would look like no network.
 */
export function createReachability(root: string, ports: ReachPorts = {}): () => Promise<Found> {
  const { send = (...args) => fetch(...args), onAnswer = () => {}, findServer = async () => null } = ports;

  const ask = (address: string): Promise<Answer> =>
    send(address, {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.reachTimeout),
    }).catch((error: Error) => (error.name === 'TimeoutError' ? 'silent' : null));

  async function obstacleOfAnswer(answer: Answer): Promise<Obstacle | null> {
    if (!isResponse(answer)) return answer && obstacles.silent;
    const address = await findServer(root);
    if (address !== null) return movedTo(address);
    // A page of the server, but not its health: it runs below another path.
    return isFromServer(answer) && answer.status < 500 ? obstacles.absent : obstacleOf(answer);
  }

  return async () => {
    const health = await ask(`${root}/health`);
    if (isResponse(health) && isHealthy(health)) {
      onAnswer(health);
      return { reach: 'server', obstacle: null };
    }
    const obstacle = await obstacleOfAnswer(health);
    const manifest = await ask(addressOf('/manifest.webmanifest'));
    const isManifest =
      isResponse(manifest) && manifest.ok && /json/i.test(manifest.headers.get('content-type') ?? '');
    return { reach: isManifest ? 'files' : 'nothing', obstacle };
  };
}

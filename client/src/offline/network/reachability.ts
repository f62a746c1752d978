import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { addressOf } from '../../common/basePath.ts';
import { limits } from '../common/limits.ts';

/** 'server': the API answers. 'files': only the files of the app do. 'nothing': no network, or a foreign page. */
export type Reach = 'server' | 'files' | 'nothing';

/**
 * Asks HEAD <root>/health, then HEAD /manifest.webmanifest. A captive portal answers both with its own page. So the
 * first answer must carry the server's mark, and the second, which another host may serve, the right content type.
 */
export function createReachability(
  root: string,
  send: typeof fetch = (...args) => fetch(...args),
  onAnswer: (answer: Response) => void = () => {},
): () => Promise<Reach> {
  async function answers(address: string, isRight: (response: Response) => boolean): Promise<boolean> {
    try {
      const response = await send(address, {
        method: 'HEAD',
        cache: 'no-store',
        signal: AbortSignal.timeout(limits.reachTimeout),
      });
      return response.ok && !response.redirected && isRight(response);
    } catch {
      return false;
    }
  }

  return async () => {
    const isServer = (response: Response): boolean => {
      if (isFromServer(response)) onAnswer(response);
      return isFromServer(response);
    };
    if (await answers(`${root}/health`, isServer)) return 'server';
    const isManifest = ({ headers }: Response) => /json/i.test(headers.get('content-type') ?? '');
    return (await answers(addressOf('/manifest.webmanifest'), isManifest)) ? 'files' : 'nothing';
  };
}

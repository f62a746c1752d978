import { limits } from './limits.ts';

/** 'server': the API answers. 'files': only the files of the app do. 'nothing': no network, or somebody else's page. */
export type Reach = 'server' | 'files' | 'nothing';

/**
 * Two small questions: HEAD <root>/health, then HEAD /manifest.webmanifest. A captive portal answers both with a page of
 * its own, so what counts is what the answer says it is.
 */
export function createReachability(
  root: string,
  send: typeof fetch = (...args) => fetch(...args),
): () => Promise<Reach> {
  async function answers(address: string, kind: RegExp): Promise<boolean> {
    try {
      const response = await send(address, {
        method: 'HEAD',
        cache: 'no-store',
        signal: AbortSignal.timeout(limits.reachTimeout),
      });
      return response.ok && !response.redirected && kind.test(response.headers.get('content-type') ?? '');
    } catch {
      return false;
    }
  }

  return async () => {
    if (await answers(`${root}/health`, /json/i)) return 'server';
    return (await answers('/manifest.webmanifest', /json/i)) ? 'files' : 'nothing';
  };
}

import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { pathOf } from '../common/basePath.ts';
import { limits } from '../offline/common/limits.ts';

/** Whether a response is the server's own to `/health`, and not one of its pages. */
export const isHealthy = (response: Pick<Response, 'ok' | 'headers'>): boolean =>
  response.ok && isFromServer(response) && /json/.test(response.headers.get('content-type') ?? '');

/**
 * Follows redirections of the server root, and tries the path without the base path.
 * @returns the address below which the server answers; null when it does not
 */
export async function serverAddress(root: string): Promise<string | null> {
  const suffix = `${pathOf(root)}/health`;
  for (const path of new Set([root, pathOf(root)])) {
    const response = await fetch(`${path}/health`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(limits.reachTimeout),
    }).catch(() => null);
    if (response !== null && isHealthy(response) && response.url.endsWith(suffix))
      return `${response.url.slice(0, -suffix.length)}/`;
  }
  return null;
}

import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { addressOf } from '../../common/basePath.ts';
import { ApiError, apiTexts } from '../../common/hostError.ts';
import { matchPath } from '../../common/matchPath.ts';
import { limits } from '../common/limits.ts';
import { registryCacheName, registryKey, remoteCacheName } from './remoteCaches.ts';

/** The address at which a book is opened. */
const readPath = '/read/book';
/** Milliseconds between two checks. */
const pause = 500;

/**
 * Resolves once this page is controlled by the service worker, and the shell and the remote that opens books are stored
 * completely: from then on the app opens a book offline.
 * @throws {ApiError} `not_ready` when that takes longer than `limits.readyOffline`
 */
export async function untilReadyOffline(
  container: Pick<ServiceWorkerContainer, 'ready' | 'controller'>,
  caches: CacheStorage,
): Promise<void> {
  const isReady = async () => container.controller !== null && (await isAppCached(caches));
  if (await isReady()) return;
  runInBackground(
    container.ready.then(({ active }) => {
      // A page that was loaded past the worker has no controller until the worker claims it.
      active?.postMessage({ type: 'CLAIM_PAGES' });
      active?.postMessage({ type: 'KEEP_REMOTES' });
    }),
  );
  for (let waited = 0; waited < limits.readyOffline; waited += pause) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (await isReady()) return;
  }
  throw new ApiError(apiTexts.notReadyOffline, 0, 'not_ready');
}

/** Whether the page of the shell and every file of that remote can be read back. */
async function isAppCached(caches: CacheStorage): Promise<boolean> {
  const response = await caches.match(registryKey, { cacheName: registryCacheName });
  const registry: RemoteRegistry | undefined = await response?.json();
  const current = Object.values(registry?.remotes ?? {})
    .map((remote) => remote.current)
    .find(({ description: { pages = [] } }) => pages.some(({ path }) => matchPath(path, readPath) !== null));
  if (current === undefined) return false;
  const { base, description } = current;
  const cacheName = remoteCacheName(description.name, description.version);
  const find = (path: string) =>
    caches.match(new URL(path, new URL(addressOf(base), location.origin)).href, { cacheName });
  const list = description.list ? await find(description.list.path) : Response.json(description);
  if (list === undefined) return false;
  const { files }: typeof description = await list.json();
  // The precache's addresses carry a revision.
  const responses = [
    caches.match(addressOf('/index.html'), { ignoreSearch: true }),
    ...files.map(({ path }: { path: string }) => find(path)),
  ];
  return (await Promise.all(responses)).every((response) => response !== undefined);
}

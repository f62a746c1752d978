/**
 * The service worker: makes the app work offline. The shell is precached; remotes are cached per version
 * (remotesCache); covers and downloaded books are served from the cache. API responses are never cached here:
 * the page caches them per reader.
 */

import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { addressOf, pathOf } from '../../common/basePath.ts';
import { bookAddressOf } from '../../offline/books/bookCache.ts';
import { whenNoPageLoads } from '../pageLoadLock.ts';
import { pastWorker } from '../pastWorker.ts';
import { serverAddress } from '../serverAddress.ts';
import { bookFile, cover, forgetReader } from './bookFiles.ts';
import { isOwnPage, rememberPages } from './ownPages.ts';
import { createRemotesCache } from './remotesCache.ts';
import { receiveShared, shareTarget } from './sharedFiles.ts';

declare const self: {
  /** Injected by the build: the files of the shell with their revisions. */
  __WB_MANIFEST: (PrecacheEntry | string)[];
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { unregister(): Promise<boolean> };
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

/** Matches paths below the base path of the app. */
const belowBase = (pattern: string) => new RegExp(`^${addressOf('/').replaceAll('.', '[.]')}${pattern}`);
const sameOrigin = (url: URL) => url.origin === self.location.origin;
const remotes = createRemotesCache(caches, (...args) => fetch(...args), whenNoPageLoads, rememberPages);

// A foreign page among the files fails the installation, which is retried at the next visit.
addPlugins([
  {
    // Only during installation: later fetches are for a waiting page.
    requestWillFetch: async ({ request, event }) => {
      if (event.type === 'install') await whenNoPageLoads();
      return request;
    },
    cacheWillUpdate: async ({ response }) => (response.ok && isFromServer(response) ? response : null),
    // A copy without the header is damaged.
    cachedResponseWillBeUsed: async ({ cachedResponse }) =>
      cachedResponse && isFromServer(cachedResponse) ? cachedResponse : null,
  },
]);
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();
clientsClaim();

const notPages = [belowBase('(v1|opds|kosync|dav)(/|$)'), belowBase('remotes(/|[.]json$)'), /\.\w{2,12}$/];
const shell = createHandlerBoundToURL(addressOf('/index.html'));

// Only the app's own pages: other apps may be on the same host.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' &&
    !url.searchParams.has(pastWorker) &&
    !notPages.some((pattern) => pattern.test(url.pathname)),
  async (options) =>
    (await isOwnPage(pathOf(options.url.pathname))) ? shell(options) : fetch(options.request),
);

registerRoute(
  ({ url }) => sameOrigin(url) && pathOf(url.pathname) === '/remotes.json',
  ({ request, event }) => remotes.registry(request, (work) => event.waitUntil(work)),
);
registerRoute(
  ({ url }) => sameOrigin(url) && pathOf(url.pathname).startsWith('/remotes/'),
  ({ request }) => remotes.file(request),
);
registerRoute(
  ({ url }) => sameOrigin(url) && bookAddressOf(url.pathname) !== null,
  ({ url, request, event }) => {
    const address = bookAddressOf(url.pathname);
    if (address === null) return fetch(request);
    return address.kind === 'cover'
      ? cover(request, address, (work) => event.waitUntil(work))
      : bookFile(request, address);
  },
);

registerRoute(
  ({ url }) => sameOrigin(url) && pathOf(url.pathname) === shareTarget,
  ({ request }) => receiveShared(request, self.location.origin),
  'POST',
);

/** Lectern is at another path of this host: this worker ends, unless the server answers here as well. */
async function endIfMoved(): Promise<void> {
  const answer = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer === null) return;
  const isScript = /javascript/.test(answer.headers.get('content-type') ?? '');
  if (!answer.ok || !isScript || !isFromServer(answer)) await self.registration.unregister();
}

self.addEventListener('message', (event) => {
  const { type, root = '' } = (event.data ?? {}) as { type?: string; root?: string };
  // A new version waits until the reader agrees, since activating it reloads the pages.
  if (type === 'SKIP_WAITING') runInBackground(self.skipWaiting());
  if (type === 'FORGET_READER') forgetReader();
  if (type === 'SERVER_IS_ELSEWHERE') event.waitUntil(endIfMoved());
  if (type === 'FIND_SERVER')
    event.waitUntil(serverAddress(root).then((address) => event.ports[0]?.postMessage(address)));
  if (type === 'CLAIM_PAGES') event.waitUntil(self.clients.claim());
  if (type === 'KEEP_REMOTES') event.waitUntil(remotes.refresh());
  // The reader agreed to a new version, which can be activated only when this worker has no pending work.
  if (type === 'STOP_KEEPING') remotes.stop();
});

/**
 * The service worker: the app without a network. The shell is precached whole; remotes are kept version by version
 * (remotesCache); covers and downloaded books come from the browser. Answers of the API are never kept here: that is
 * the cache of the page, which knows whose they are.
 */

import { addressOf, pathOf } from '@lectern/client/common/basePath.ts';
import { bookAddressOf } from '@lectern/client/offline/books/bookCache.ts';
import { fetchFromServer, isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { whenNoPageLoads } from '../pwa/pageLoadLock.ts';
import { bookFile, cover, forgetReader } from './bookFiles.ts';
import { createRemotesCache } from './remotesCache.ts';
import { receiveShared, shareTarget } from './sharedFiles.ts';

declare const self: {
  /** Put here by the build: the files of the shell with their revisions. */
  __WB_MANIFEST: (PrecacheEntry | string)[];
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

/** Paths below the base path of the app, by a pattern. */
const belowBase = (pattern: string) => new RegExp(`^${addressOf('/').replaceAll('.', '[.]')}${pattern}`);
const sameOrigin = (url: URL) => url.origin === self.location.origin;
const remotes = createRemotesCache(caches, (...args) => fetch(...args), whenNoPageLoads);

// A foreign page among them makes the installation fail: it is tried again at the next visit.
addPlugins([
  {
    // Only while it is installed: later it fetches what a page waits for.
    requestWillFetch: async ({ request, event }) => {
      if (event.type === 'install') await whenNoPageLoads();
      return request;
    },
    cacheWillUpdate: async ({ response }) => (response.ok && isFromServer(response) ? response : null),
    // A copy without the mark is damaged: it is replaced, and used only while the server is not reached.
    cachedResponseWillBeUsed: async ({ cachedResponse, cacheName, request, event }) => {
      if (!cachedResponse || isFromServer(cachedResponse)) return cachedResponse ?? null;
      if (event.type === 'install') return null;
      const fresh = await fetchFromServer(request.url).catch(() => null);
      if (!fresh?.ok) return cachedResponse;
      await (await caches.open(cacheName)).put(request, fresh.clone());
      return fresh;
    },
  },
]);
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();
clientsClaim();

registerRoute(
  new NavigationRoute(createHandlerBoundToURL(addressOf('/index.html')), {
    denylist: [belowBase('(v1|opds|kosync|dav)(/|$)'), belowBase('remotes(/|[.]json$)'), /\.\w{2,12}$/],
  }),
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

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string };
  // A new version waits until the reader agrees to it: never a reload in the middle of a sentence.
  if (type === 'SKIP_WAITING') runInBackground(self.skipWaiting());
  if (type === 'FORGET_READER') forgetReader();
  if (type === 'CLAIM_PAGES') event.waitUntil(self.clients.claim());
  if (type === 'KEEP_REMOTES') event.waitUntil(remotes.refresh());
  // The reader agreed to a new version: it can take over only when this one has nothing left to do.
  if (type === 'STOP_KEEPING') remotes.stop();
});

/** @jest-environment node */
import { untilReadyOffline } from './readyOffline.ts';

const origin = 'http://localhost';
const file = (path: string) => `${origin}/remotes/books/2/${path}`;

type Entry = { pages?: { path: string }[]; files?: { path: string }[]; list?: { path: string } };

/** The caches of a browser, with the shell and one remote. */
function cachesWith(
  description: Entry | null,
  kept: Record<string, Response>,
  name = 'lectern-remote-mf-books@2',
) {
  const remotes = description && {
    'mf-other': { current: { base: '/remotes/other/1/', description: { name: 'mf-other', version: '1' } } },
    'mf-books': {
      current: { base: '/remotes/books/2/', description: { name: 'mf-books', version: '2', ...description } },
    },
  };
  const stores: Record<string, Record<string, Response>> = {
    'lectern-registry': { '/remotes.json': Response.json(remotes === null ? {} : { remotes }) },
    precache: { '/index.html': new Response('page') },
    [name]: kept,
  };
  const match = async (key: string, { cacheName }: { cacheName?: string } = {}) =>
    (cacheName === undefined ? stores.precache : stores[cacheName])?.[key]?.clone();
  return { match } as unknown as CacheStorage;
}

const pages = [{ path: '/settings' }, { path: '/read/:bookId' }];
const files = [{ path: 'entry.js' }, { path: 'page.js' }];
const both = () => ({ [file('entry.js')]: new Response('1'), [file('page.js')]: new Response('2') });

describe('[F-22] the app opens a book offline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, { location: { origin } });
  });
  afterEach(() => jest.useRealTimers());

  /** Whether it is ready at once, for a page that is controlled. */
  async function isReady(caches: CacheStorage, controller: unknown = {}): Promise<boolean> {
    const never = new Promise<ServiceWorkerRegistration>(() => {});
    const ready = untilReadyOffline({ controller: controller as ServiceWorker, ready: never }, caches).then(
      () => true,
      (error: { code: string }) => error.code,
    );
    await jest.advanceTimersByTimeAsync(120_000);
    const found = await ready;
    expect([true, 'not_ready']).toContain(found);
    return found === true;
  }

  it.each<[string, boolean, () => CacheStorage]>([
    ['the remote that opens books is kept', true, () => cachesWith({ pages, files }, both())],
    [
      'the files of its list are kept',
      true,
      () =>
        cachesWith(
          { pages, list: { path: 'list.json' } },
          { ...both(), [file('list.json')]: Response.json({ files }) },
        ),
    ],
    ['its list is missing', false, () => cachesWith({ pages, list: { path: 'list.json' } }, both())],
    [
      'a file of its list is missing',
      false,
      () =>
        cachesWith(
          { pages, list: { path: 'list.json' } },
          { [file('entry.js')]: new Response('1'), [file('list.json')]: Response.json({ files }) },
        ),
    ],
    ['no remote opens books', false, () => cachesWith({ pages: pages.slice(0, 1), files }, both())],
    ['there are no remotes', false, () => cachesWith(null, both())],
    [
      'another version of it is kept',
      false,
      () => cachesWith({ pages, files }, both(), 'lectern-remote-mf-books@1'),
    ],
  ])('when %s: %p', async (_, expected, caches) => expect(await isReady(caches())).toBe(expected));

  it('only in a page that the service worker controls', async () => {
    expect(await isReady(cachesWith({ pages, files }, both()), null)).toBe(false);
  });
});

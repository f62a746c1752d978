/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { JSDOM } from 'jsdom';
import { openLecternDatabase } from '../storage/database.ts';
import { storageAvailability } from '../storage/storageAvailability.ts';
import { createOfflineBooks } from './offlineBooks.ts';
import { packageResources } from './packageResources.ts';

const id = '0b8f9d2e-6c1a-4f6e-9f1c-2a3b4c5d6e7f';
const root = `/v1/books/${id}`;
const day = 24 * 60 * 60_000;

const opf = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf"><manifest>
  <item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
  <item id="b" href="images/a%20map.png" media-type="image/png"/>
  <item id="c" href="missing.css" media-type="text/css"/>
  <item id="d" href="https://elsewhere.example/font.woff" media-type="font/woff"/>
  <item id="e" href="../fonts/x.woff2" media-type="font/woff2"/>
  <item id="f" href="http://[" media-type="font/woff2"/>
  <item id="g" media-type="font/woff2"/>
</manifest></package>`;

const epub = {
  format: 'epub',
  content_url: `${root}/content/grant1`,
  file_url: `${root}/file/grant1`,
  opf: 'OEBPS/package.opf',
  spine: [{ href: 'OEBPS/text/one.xhtml' }],
} as Manifest;
const pdf = { ...epub, format: 'pdf', content_url: `${root}/file/grant1`, opf: null, spine: [] } as Manifest;
const book = {
  id,
  title: 'Emma',
  author: 'Jane Austen',
  updated_at: '2026-01-01T00:00:00.000Z',
  cover_base: `${root}/cover/grant2/3`,
  cover_url: `${root}/cover/grant2/3/medium.webp`,
  file_size: 9,
} as Book;

/** Cache Storage in memory. */
function memoryCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const state = { full: false };
  const caches = {
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        async put(key: string, response: Response) {
          if (state.full) throw new DOMException('No room.', 'QuotaExceededError');
          store.set(key, new Response(await response.blob(), response));
        },
        keys: async () => [...store.keys()].map((key) => ({ url: `http://localhost${key}` })),
        delete: async (url: string) => store.delete(new URL(url).pathname),
      };
    },
    delete: async (name: string) => stores.delete(name),
    async match(key: string, { cacheName }: CacheQueryOptions & { cacheName?: string } = {}) {
      const found = cacheName === undefined ? [...stores.values()] : [stores.get(cacheName)];
      return found
        .find((store) => store?.has(key))
        ?.get(key)
        ?.clone();
    },
  };
  // What the service worker keeps: the shell, and the reader with its files.
  const reader = {
    name: 'mf-reader',
    version: '1',
    pages: [{ path: '/read/:bookId' }],
    files: [{ path: 'entry.js' }, { path: 'page.js' }],
  };
  const base = '/remotes/mf-reader/1/';
  const registry = { remotes: { 'mf-reader': { current: { base, description: reader } } } };
  const keep = (name: string, entries: [string, Response][]) => stores.set(name, new Map(entries));
  keep('workbox-precache', [['/index.html', new Response('page')]]);
  keep('lectern-registry', [['/remotes.json', Response.json(registry)]]);
  keep(
    'lectern-remote-mf-reader@1',
    reader.files.map(({ path }) => [`http://localhost${base}${path}`, new Response(path)]),
  );
  return {
    caches: caches as unknown as CacheStorage,
    keys: () => [...(stores.get(`lectern-book-${id}`)?.keys() ?? [])].sort(),
    stores,
    fill: () => {
      state.full = true;
    },
  };
}

/** A service worker that is active, and controls the page or not. */
function createWorker() {
  const told: string[] = [];
  const active = { postMessage: ({ type }: { type: string }) => told.push(type) } as never;
  const container = {
    controller: active as ServiceWorker | null,
    ready: Promise.resolve({ active } as unknown as ServiceWorkerRegistration),
  };
  return { container, told, active };
}

const fromServer = { 'lectern-api': '1' };
let databases = 0;

async function setUp(manifest: Manifest = epub, container?: null) {
  databases += 1;
  const { caches, keys, stores, fill } = memoryCaches();
  const clock = { now: 1_000_000 };
  const broken = new Set<string>();
  const notKept = new Set<string>();
  const worker = createWorker();
  const foreign = new Set<string>();
  const fetched: string[] = [];
  const watched: [key: string, request: unknown][] = [];
  const refreshed: string[] = [];
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  const database = await openLecternDatabase(`books-${databases}`);
  const server = { book, manifest };
  /** The text comes in two pages. */
  async function answer(
    key: string,
    { params, query }: { params?: { id: string }; query?: { cursor: string } },
  ): Promise<unknown> {
    if (params?.id !== id) throw new Error('There is no such book.');
    if (key === 'GET /books/:id') return server.book;
    if (key === 'GET /books/:id/manifest') return server.manifest;
    if (key !== 'GET /books/:id/text') throw new Error(`Nobody asks ${key}.`);
    const page = { format: 'epub', passages: [{ text: query?.cursor ?? 'first' }] };
    return { ...page, next_cursor: query ? null : 'second' };
  }
  const books = createOfflineBooks({
    database: Promise.resolve(database),
    api: { call: answer as never },
    data: {
      async keep(key, request) {
        watched.push([key, request]);
        return !notKept.has(key);
      },
      refresh: (key) => refreshed.push(String(key)),
    },
    user,
    serviceWorker: container === null ? null : worker.container,
    caches,
    available: async () => ({ available: true }),
    now: () => clock.now,
    fetch: async (input) => {
      const path = new URL(String(input), 'http://localhost').pathname;
      fetched.push(path);
      if (broken.has(path)) throw new TypeError('Failed to fetch');
      if (path.endsWith('missing.css')) return new Response('{}', { status: 404, headers: fromServer });
      if (foreign.has(path)) return new Response('<h1>Wi-Fi</h1>');
      return new Response(path.endsWith('.opf') ? opf : 'some bytes', { headers: fromServer });
    },
  });
  const files = () => stores.has(`lectern-book-${id}`);
  return {
    books,
    keys,
    stores,
    files,
    fill,
    clock,
    broken,
    foreign,
    fetched,
    watched,
    refreshed,
    server,
    notKept,
    worker,
    user,
    database,
  };
}

beforeAll(() => {
  const { window } = new JSDOM('', { url: 'http://localhost/' });
  Object.assign(globalThis, { DOMParser: window.DOMParser, location: window.location });
});

describe('what a package lists', () => {
  it('is found wherever it lies in the book, and nowhere else', () => {
    expect(packageResources(opf, 'http://localhost/v1/content/OEBPS/package.opf')).toEqual([
      'http://localhost/v1/content/OEBPS/text/one.xhtml',
      'http://localhost/v1/content/OEBPS/images/a%20map.png',
      'http://localhost/v1/content/OEBPS/missing.css',
      'http://localhost/v1/content/fonts/x.woff2',
    ]);
    expect(packageResources('', 'http://localhost/x.opf')).toEqual([]);
    expect(packageResources('<not xml', 'http://localhost/x.opf')).toEqual([]);
  });
});

describe('books for reading offline', () => {
  it.each(['OEBPS/text/one.xhtml', 'OEBPS/images/a%20map.png', 'OEBPS/package.opf'])(
    '[Y-08] are not kept when a foreign page comes in place of %s',
    async (path) => {
      const { books, foreign, stores } = await setUp();
      foreign.add(`${root}/content/grant1/${path}`);
      await expect(books.download(id)).rejects.toMatchObject({ status: 0, code: 'network' });
      expect(stores.has(`lectern-book-${id}`)).toBe(false);
    },
  );

  it('[RD-07] keeps every file of an EPUB under an address without its grant', async () => {
    const { books, keys, stores, watched } = await setUp();
    const progress: number[] = [];
    books.books.subscribe(() => progress.push(books.books.get().get(id)?.progress ?? -1));
    await books.download(id);
    expect(keys()).toEqual([
      `/offline/text/${id}`,
      `${root}/content/OEBPS/images/a%20map.png`,
      `${root}/content/OEBPS/package.opf`,
      `${root}/content/OEBPS/text/one.xhtml`,
      `${root}/content/fonts/x.woff2`,
      `${root}/cover/3/large.webp`,
      `${root}/cover/3/medium.webp`,
      `${root}/cover/3/small.webp`,
      `${root}/cover/3/thumbnail.webp`,
    ]);
    const text = await stores.get(`lectern-book-${id}`)?.get(`/offline/text/${id}`)?.json();
    expect(text.passages).toEqual([{ text: 'first' }, { text: 'second' }]);
    expect(books.books.get().get(id)).toMatchObject({ state: 'cached', progress: 1, cachedAt: 1_000_000 });
    expect(books.books.get().get(id)?.bytes).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    const ofBook = ['', '/manifest', '/progress', '/places', '/highlights', '/bookmarks', '/form'];
    expect(watched).toEqual([
      ...ofBook.map((path) => [`GET /books/:id${path}`, { params: { id } }]),
      ['GET /notes/:bookId', { params: { bookId: id } }],
    ]);
  });

  it('[RD-07] keeps the whole file of a PDF', async () => {
    const { books, keys } = await setUp(pdf);
    await books.download(id);
    expect(keys()).toContain(`${root}/file`);
  });

  it('leaves nothing behind when a file did not come', async () => {
    const { books, broken, files, database } = await setUp();
    broken.add(`${root}/content/grant1/OEBPS/text/one.xhtml`);
    await expect(books.download(id)).rejects.toMatchObject({
      message: 'Network error. Please check your connection.',
    });
    expect(files()).toBe(false);
    expect(books.books.get().size).toBe(0);
    expect(await database.getAll('metadata')).toEqual([]);
  });

  it('says that there is no room left, and leaves nothing behind', async () => {
    const { books, files, fill } = await setUp();
    fill();
    await expect(books.download(id)).rejects.toThrow('Storage quota exceeded');
    expect(files()).toBe(false);
    expect(books.books.get().get(id)).toBeUndefined();
  });

  it('asks the browser to keep what is stored, once there is something to keep', async () => {
    const persist = jest.fn(async () => true);
    Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
    const { books } = await setUp();
    expect(persist).not.toHaveBeenCalled();
    await books.download(id);
    expect(persist).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('[RD-07] a second download of the same book joins the one that is under way', async () => {
    const { books, fetched } = await setUp(pdf);
    const first = books.download(id);
    await books.download(id);
    expect(books.books.get().get(id)).toMatchObject({ state: 'cached' });
    await first;
    expect(fetched).toEqual([...new Set(fetched)]);
  });

  it('[RD-07] can be removed', async () => {
    const { books, files, database } = await setUp();
    await books.download(id);
    await books.remove(id);
    expect(files()).toBe(false);
    expect(books.books.get().has(id)).toBe(false);
    expect(await database.getAll('books')).toEqual([]);
  });

  it('[RD-07] [OF-01] expires 30 days after it was kept, and is then marked not cached', async () => {
    const { books, files, clock, database } = await setUp();
    await books.download(id);
    expect(await database.get('books', `u1/${id}`)).toMatchObject({ bookId: id, lastAccessed: 1_000_000 });
    clock.now += 30 * day;
    await books.expire();
    expect(files()).toBe(true);
    clock.now += 1;
    await books.expire();
    expect(files()).toBe(false);
    expect(books.books.get().get(id)).toMatchObject({ state: 'none' });
    expect(await database.get('metadata', id)).toMatchObject({
      title: 'Emma',
      isCached: false,
      cachedAt: 1_000_000,
    });
  });

  /** The server has another file of the book by now. */
  function replaceFile({ server }: Awaited<ReturnType<typeof setUp>>): void {
    server.book = { ...book, file_id: '5f1d' };
    server.manifest = { ...pdf, content_url: `${root}/file/grant2/5f1d` };
  }

  it('[RD-07] are downloaded anew once their file was replaced elsewhere, and of the old one nothing stays', async () => {
    const parts = await setUp(pdf);
    const { books, keys, refreshed, fetched, database } = parts;
    await books.download(id);
    expect(keys()).toContain(`${root}/file`);
    fetched.length = 0;
    await books.renew();
    expect(fetched).toEqual([]);

    replaceFile(parts);
    await books.renew();
    expect(keys()).toContain(`${root}/file/5f1d`);
    expect(keys()).not.toContain(`${root}/file`);
    expect(refreshed).toEqual(['GET /books/:id/manifest']);
    expect(books.books.get().get(id)).toMatchObject({ state: 'cached' });
    expect(await database.get('books', `u1/${id}`)).toMatchObject({ book: { file_id: '5f1d' } });

    fetched.length = 0;
    await books.renew();
    expect(fetched).toEqual([]);
  });

  it('[RD-07] stay as they were while the new file does not come, until it does', async () => {
    const parts = await setUp(pdf);
    const { books, keys, broken, refreshed } = parts;
    await books.download(id);
    const before = books.books.get().get(id);
    replaceFile(parts);
    broken.add(`${root}/file/grant2/5f1d`);
    await books.renew();
    expect(keys()).toContain(`${root}/file`);
    expect(refreshed).toEqual([]);
    expect(books.books.get().get(id)).toEqual(before);

    broken.clear();
    await books.renew();
    expect(keys()).not.toContain(`${root}/file`);
    expect(keys()).toContain(`${root}/file/5f1d`);
  });

  it('[AE-09] shows another reader none of them', async () => {
    const { books, user } = await setUp();
    await books.download(id);
    user.set({ id: 'u2' });
    await books.expire();
    expect(books.books.get().size).toBe(0);
  });
});

describe('[F-22] a download is done when the book opens without a network', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  const remote = 'lectern-remote-mf-reader@1';
  const notReady = 'The book is here, but the app is not ready to open it offline yet. Try again.';
  type SetUp = Awaited<ReturnType<typeof setUp>>;

  it.each<[string, (parts: SetUp) => () => void]>([
    [
      'the page is controlled',
      ({ worker }) => {
        worker.container.controller = null;
        return () => {
          worker.container.controller = worker.active;
        };
      },
    ],
    ['the shell is kept', ({ stores }) => without(stores, 'workbox-precache', '/index.html')],
    ['the registry is kept', ({ stores }) => without(stores, 'lectern-registry', '/remotes.json')],
    [
      'every file of the reader is kept',
      ({ stores }) => without(stores, remote, 'http://localhost/remotes/mf-reader/1/page.js'),
    ],
  ])('not before %s', async (_, takeAway) => {
    const parts = await setUp();
    const { books, worker } = parts;
    const giveBack = takeAway(parts);
    const done = books.download(id);
    await untilTold(worker.told);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(books.books.get().get(id)).toMatchObject({ state: 'downloading' });
    giveBack();
    await jest.advanceTimersByTimeAsync(500);
    await done;
    expect(worker.told).toEqual(['CLAIM_PAGES', 'KEEP_REMOTES']);
    expect(books.books.get().get(id)).toMatchObject({ state: 'cached' });
  });

  it('fails after two minutes, keeps the files for the next attempt, and drops them after 30 days', async () => {
    const { books, worker, files, database, stores, clock } = await setUp();
    const giveBack = without(stores, 'lectern-registry', '/remotes.json');
    const attempt = books.download(id).catch((error: Error) => error.message);
    await untilTold(worker.told);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await attempt).toBe(notReady);
    expect(books.books.get().has(id)).toBe(false);
    expect(files()).toBe(true);
    expect(await database.get('metadata', id)).toMatchObject({ isCached: false });
    giveBack();
    await books.download(id);
    expect(books.books.get().get(id)).toMatchObject({ state: 'cached' });
    await database.put('metadata', { ...(await database.get('metadata', id)), isCached: false } as never);
    clock.now += 30 * day + 1;
    await books.expire();
    expect(files()).toBe(false);
  });

  it.each(['GET /books/:id', 'GET /books/:id/manifest'])('not without the answer to %s', async (key) => {
    const { books, notKept } = await setUp();
    notKept.add(key);
    await expect(books.download(id)).rejects.toMatchObject({ message: notReady, code: 'not_ready' });
  });

  it('not when a file is gone, nor when the user has stopped it; it can start again at once', async () => {
    const { books, worker, stores, files } = await setUp();
    worker.container.controller = null;
    const attempt = books.download(id).catch((error: Error) => error.message);
    await untilTold(worker.told);
    stores.get(`lectern-book-${id}`)?.delete(`${root}/content/OEBPS/text/one.xhtml`);
    worker.container.controller = worker.active;
    await jest.advanceTimersByTimeAsync(500);
    expect(await attempt).toBe(notReady);

    worker.told.length = 0;
    worker.container.controller = null;
    const stopped = books.download(id).catch((error: Error) => error.message);
    await untilTold(worker.told);
    await books.remove(id);
    const again = books.download(id);
    worker.container.controller = worker.active;
    await jest.advanceTimersByTimeAsync(500);
    expect(await stopped).toBe('The download was stopped.');
    await again;
    expect(files()).toBe(true);
  });

  it.each([
    ['is ready then', true],
    ['is never ready', false],
  ])('keeps nothing for a reader who has signed out meanwhile, when the app %s', async (_, isReady) => {
    const { books, worker, user, files, database } = await setUp();
    worker.container.controller = null;
    const attempt = books.download(id).catch((error: Error) => error.message);
    await untilTold(worker.told);
    user.set(null);
    if (isReady) worker.container.controller = worker.active;
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await attempt).toBe('The download was stopped.');
    expect(files()).toBe(false);
    expect(await database.getAll('metadata')).toEqual([]);
  });

  it('says that it is not possible where there is no service worker', async () => {
    const { books, fetched } = await setUp(epub, null);
    await expect(books.download(id)).rejects.toMatchObject({ code: 'unsupported' });
    expect(fetched).toEqual([]);
    expect(books.books.get().has(id)).toBe(false);
  });

  function without(stores: SetUp['stores'], name: string, key: string): () => void {
    const kept = stores.get(name)?.get(key) as Response;
    stores.get(name)?.delete(key);
    return () => stores.get(name)?.set(key, kept);
  }

  /** The files are there, and the worker has been asked for the rest. */
  async function untilTold(told: readonly string[]): Promise<void> {
    while (told.length < 2) await new Promise((resolve) => setImmediate(resolve));
  }
});

describe('whether more can be kept', () => {
  const quota = (usage: number) => ({ estimate: async () => ({ usage, quota: 100 }) });

  it('[OF-01] not without a database, nor above 90 % of the quota', async () => {
    expect(await storageAvailability({}, quota(0))).toMatchObject({ available: false });
    expect(await storageAvailability({ indexedDB: {} }, quota(90))).toEqual({ available: true });
    expect(await storageAvailability({ indexedDB: {} }, quota(91))).toEqual({
      available: false,
      reason: 'Storage quota exceeded',
    });
  });
});

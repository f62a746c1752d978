/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { createWritable } from '@lectern/shared-contracts/readable.ts';
import { JSDOM } from 'jsdom';
import { openLecternDatabase } from './database.ts';
import { createOfflineBooks } from './offlineBooks.ts';
import { packageResources } from './packageResources.ts';
import { storageAvailability } from './storageAvailability.ts';

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
      };
    },
    delete: async (name: string) => stores.delete(name),
  };
  return {
    caches: caches as unknown as CacheStorage,
    keys: () => [...(stores.get(`lectern-book-${id}`)?.keys() ?? [])].sort(),
    stores,
    fill: () => {
      state.full = true;
    },
  };
}

const fromServer = { 'lectern-api': '1' };
let databases = 0;

async function setUp(manifest: Manifest = epub) {
  databases += 1;
  const { caches, keys, stores, fill } = memoryCaches();
  const clock = { now: 1_000_000 };
  const broken = new Set<string>();
  const foreign = new Set<string>();
  const fetched: string[] = [];
  const watched: string[] = [];
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  const database = await openLecternDatabase(`books-${databases}`);
  /** The text comes in two pages. */
  async function answer(key: string, { query }: { query?: { cursor: string } }): Promise<unknown> {
    if (key === 'GET /books/:id') return book;
    if (key !== 'GET /books/:id/text') return manifest;
    const page = { format: 'epub', passages: [{ text: query?.cursor ?? 'first' }] };
    return { ...page, next_cursor: query ? null : 'second' };
  }
  const books = createOfflineBooks({
    database: Promise.resolve(database),
    api: { call: answer as never },
    data: { watch: ((key: string) => watched.push(key)) as never },
    user,
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
  return { books, keys, stores, fill, clock, broken, foreign, fetched, watched, user, database };
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
    expect(watched).toContain('GET /books/:id/manifest');
    expect(watched).toContain('GET /books/:id/highlights');
  });

  it('[RD-07] keeps the whole file of a PDF', async () => {
    const { books, keys } = await setUp(pdf);
    await books.download(id);
    expect(keys()).toContain(`${root}/file`);
  });

  it('leaves nothing behind when a file did not come', async () => {
    const { books, broken, stores, database } = await setUp();
    broken.add(`${root}/content/grant1/OEBPS/text/one.xhtml`);
    await expect(books.download(id)).rejects.toMatchObject({
      message: 'Network error. Please check your connection.',
    });
    expect(stores.size).toBe(0);
    expect(books.books.get().size).toBe(0);
    expect(await database.getAll('metadata')).toEqual([]);
  });

  it('says that there is no room left, and leaves nothing behind', async () => {
    const { books, stores, fill } = await setUp();
    fill();
    await expect(books.download(id)).rejects.toThrow('Storage quota exceeded');
    expect(stores.size).toBe(0);
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

  it('[RD-07] can be removed', async () => {
    const { books, stores, database } = await setUp();
    await books.download(id);
    await books.remove(id);
    expect(stores.size).toBe(0);
    expect(books.books.get().has(id)).toBe(false);
    expect(await database.getAll('books')).toEqual([]);
  });

  it('[RD-07] [OF-01] expires 30 days after it was kept, and is then marked not cached', async () => {
    const { books, stores, clock, database } = await setUp();
    await books.download(id);
    expect(await database.get('books', `u1/${id}`)).toMatchObject({ bookId: id, lastAccessed: 1_000_000 });
    clock.now += 30 * day;
    await books.expire();
    expect(stores.size).toBe(1);
    clock.now += 1;
    await books.expire();
    expect(stores.size).toBe(0);
    expect(books.books.get().get(id)).toMatchObject({ state: 'none' });
    expect(await database.get('metadata', id)).toMatchObject({
      title: 'Emma',
      isCached: false,
      cachedAt: 1_000_000,
    });
  });

  it('[AE-09] shows another reader none of them', async () => {
    const { books, user } = await setUp();
    await books.download(id);
    user.set({ id: 'u2' });
    await books.expire();
    expect(books.books.get().size).toBe(0);
  });
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

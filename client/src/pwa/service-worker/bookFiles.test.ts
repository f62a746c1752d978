/** @jest-environment node */
import { bookAddressOf, bookCacheName, coverCacheName } from '../../offline/books/bookCache.ts';

let files: typeof import('./bookFiles.ts');

beforeAll(async () => {
  // Workbox needs its global scope when it is loaded.
  Object.assign(globalThis, { self: globalThis });
  files = await import('./bookFiles.ts');
});

const id = '0b8f9d2e-6c1a-4f6e-9f1c-2a3b4c5d6e7f';
const day = 24 * 60 * 60 * 1_000;

/** In-memory Cache Storage; keys as given. */
function memoryCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => stores.has(name),
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        put: async (key: string, response: Response) => {
          store.set(key, response);
        },
        match: async (key: string) => store.get(key)?.clone(),
        keys: async () => [...store.keys()],
        delete: async (key: string) => store.delete(key),
      };
    },
  } as unknown as CacheStorage;
}

function setUp() {
  const state = { online: true, asked: 0, foreign: false };
  Object.assign(globalThis, {
    caches: memoryCaches(),
    fetch: async () => {
      if (!state.online) throw new TypeError('Failed to fetch');
      state.asked += 1;
      return new Response(`from the network, ${state.asked}`, {
        headers: { date: new Date().toUTCString(), ...(state.foreign ? {} : { 'lectern-api': '1' }) },
      });
    },
  });
  return state;
}

function ask(path: string, headers?: HeadersInit) {
  const address = bookAddressOf(path);
  if (address === null) throw new Error(`${path} is no file of a book.`);
  const request = new Request(`https://lectern.test${path}`, { headers });
  const work: Promise<unknown>[] = [];
  const answer =
    address.kind === 'cover'
      ? files.cover(request, address, (one) => work.push(one))
      : files.bookFile(request, address);
  return answer.then(async (response) => {
    const text = await response.text();
    await Promise.all(work);
    return { status: response.status, text };
  });
}

describe('files of a downloaded book', () => {
  it('[RD-07] are served from the cache whatever their grant, whole or as ranges; other files from the network', async () => {
    const state = setUp();
    const cache = await caches.open(bookCacheName(id));
    await cache.put(`/v1/books/${id}/file`, new Response('0123456789', { headers: { 'lectern-api': '1' } }));
    state.online = false;
    expect(await ask(`/v1/books/${id}/file/an-old-grant`)).toEqual({ status: 200, text: '0123456789' });
    expect(await ask(`/v1/books/${id}/file/a-new-grant`, { range: 'bytes=2-4' })).toEqual({
      status: 206,
      text: '234',
    });
    await expect(ask(`/v1/books/${id}/content/g/other.xhtml`)).rejects.toThrow();
    state.online = true;
    expect(await ask(`/v1/books/${id}/content/g/other.xhtml`)).toMatchObject({ status: 200 });
  });

  it('[Y-08] are never a foreign page, which counts as a network error', async () => {
    const state = setUp();
    state.foreign = true;
    await expect(ask(`/v1/books/${id}/content/g/one.xhtml`)).rejects.toThrow('The server was not reached');
    await expect(ask(`/v1/books/${id}/cover/g/1/medium.webp`)).rejects.toThrow('The server was not reached');
    expect(await (await caches.open(coverCacheName)).keys()).toEqual([]);
  });

  it('[F-03] damaged files and covers are fetched from the network when online', async () => {
    const _state = setUp();
    const paths = {
      [bookCacheName(id)]: `/v1/books/${id}/file`,
      [coverCacheName]: `/v1/books/${id}/cover/1/a.webp`,
    };
    for (const [name, key] of Object.entries(paths))
      await (await caches.open(name)).put(
        key,
        new Response('junk', { headers: { date: new Date().toUTCString() } }),
      );
    expect(await ask(`/v1/books/${id}/file/grant`)).toMatchObject({ text: 'from the network, 1' });
    expect(await ask(`/v1/books/${id}/cover/grant/1/a.webp`)).toMatchObject({ text: 'from the network, 2' });
  });

  it('creates no cache for a book that is only viewed', async () => {
    setUp();
    await ask(`/v1/books/${id}/content/g/one.xhtml`);
    expect(await caches.has(bookCacheName(id))).toBe(false);
  });
});

describe('covers', () => {
  it('[OF-09] are not refetched for 24 hours, then in the background', async () => {
    jest.useFakeTimers({
      now: Date.UTC(2026, 0, 1),
      doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'],
    });
    const state = setUp();
    const look = async () => (await ask(`/v1/books/${id}/cover/grant-${state.asked}/1/medium.webp`)).text;
    expect(await look()).toBe('from the network, 1');
    jest.setSystemTime(Date.now() + day - 1_000);
    expect(await look()).toBe('from the network, 1');
    expect(state.asked).toBe(1);
    jest.setSystemTime(Date.now() + 2_000);
    expect(await look()).toBe('from the network, 1');
    expect(await look()).toBe('from the network, 2');
    expect(state.asked).toBe(2);
    jest.useRealTimers();
  });

  it('[S-04] of the reader before are not cached while their URLs still work after a sign-out', async () => {
    jest.useFakeTimers({
      now: Date.UTC(2026, 0, 1),
      doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'],
    });
    const state = setUp();
    const look = () => ask(`/v1/books/${id}/cover/grant/1/medium.webp`);
    files.forgetReader();
    await look();
    expect(await (await caches.open(coverCacheName)).keys()).toEqual([]);
    jest.setSystemTime(Date.now() + 5_001);
    await look();
    await look();
    expect(state.asked).toBe(2);
    jest.useRealTimers();
  });

  it('are served offline whatever their age', async () => {
    const state = setUp();
    const cache = await caches.open(coverCacheName);
    await cache.put(
      `/v1/books/${id}/cover/1/medium.webp`,
      new Response('kept', { headers: { date: new Date(0).toUTCString(), 'lectern-api': '1' } }),
    );
    state.online = false;
    expect((await ask(`/v1/books/${id}/cover/g/1/medium.webp`)).text).toBe('kept');
  });
});

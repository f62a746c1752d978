/** @jest-environment node */

import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { safeStorage } from '../common/safeStorage.ts';
import { keptRegistryHeader } from '../offline/books/remoteCaches.ts';
import { createRegistry, type Registry } from './registry.ts';

const text = JSON.stringify({ remotes: {} });
const answer =
  (body: string, ok = true, headers: HeadersInit = { 'lectern-api': '1' }) =>
  async () =>
    ({ ok, status: ok ? 200 : 503, headers: new Headers(headers), text: async () => body }) as Response;
const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });

describe('the registry', () => {
  it('is requested once', async () => {
    const fetcher = jest.fn(answer(text));
    const registry = createRegistry({ storage: memory(), fetch: fetcher });
    await Promise.all([registry.load(), registry.load()]);
    await registry.load();
    expect(fetcher).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server that is down', answer('', false)],
    ['an invalid registry', answer('<html>')],
    ['[Y-08] a foreign response', answer('{"remotes":{"mf-x":{}}}', true, {})],
  ])('with %s, the last valid copy is used', async (_, fetcher) => {
    const storage = memory();
    storage.setItem(storageKeys.registry, text);
    const { remotes, refused } = await createRegistry({ storage, fetch: fetcher }).load();
    expect([remotes.size, refused]).toEqual([0, []]);
  });

  it('from the worker’s cache does not discard a newer stored one', async () => {
    const entry = (version: string) => ({
      current: { base: `/r/${version}/`, description: { version, pages: [] } },
    });
    const storage = memory();
    const seen = JSON.stringify({ remotes: { 'mf-a': entry('2'), 'mf-b': entry('2') } });
    storage.setItem(storageKeys.registry, seen);
    const kept = JSON.stringify({ remotes: { 'mf-a': entry('1') } });
    const fetcher = answer(kept, true, { 'lectern-api': '1', [keptRegistryHeader]: '1' });
    const registry = createRegistry({ storage, fetch: fetcher });
    const { refused } = await registry.load();
    expect(refused).toEqual(['mf-a', 'mf-b']);
    expect(storage.getItem(storageKeys.registry)).toBe(seen);
  });

  it.each([
    ['does not mention them', {}],
    ['rejects them', { 'x-lectern-overrides': 'refused' }],
  ])('[M-09] overrides are ignored when the server %s', async (_, said) => {
    const storage = memory();
    storage.setItem(storageKeys.overrides, JSON.stringify({ 'mf-library': 'http://127.0.0.1:4101/' }));
    const { fetch } = globalThis;
    const fetched = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    globalThis.fetch = fetched;
    const fetcher = answer(text, true, { 'lectern-api': '1', ...said });
    const { overridden, refused } = await createRegistry({ storage, fetch: fetcher }).load();
    expect([overridden, refused, fetched.mock.calls]).toEqual([undefined, [], []]);
    globalThis.fetch = fetch;
  });

  it.each([
    ['allowed', ['mf-library@1.2.0']],
    ['signed', ['mf-library@1.2.0']],
    ['nothing', undefined],
  ])('shows the versions of a signed link when the server reports %s', async (said, overridden) => {
    const storage = memory();
    const link = { remotes: 'mf-library@1.2.0', until: '2999-01-01T00:00:00.000Z', signature: 'abc' };
    storage.setItem(storageKeys.remoteLink, JSON.stringify(link));
    // The version is not published: it fails like a remote, and the badge shows it.
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const asked: string[] = [];
    const registry = await createRegistry({
      storage,
      fetch: (address) => {
        asked.push(String(address));
        return answer(text, true, { 'lectern-api': '1', 'x-lectern-overrides': said })();
      },
    }).load();
    globalThis.fetch = fetch;
    expect(registry.overridden).toEqual(overridden);
    expect(registry.allowsOverrides).toBe(said === 'allowed');
    expect(new URL(asked[0] ?? '', 'https://books.example').searchParams.get('signature')).toBe('abc');
  });

  it('without a copy it fails, and is requested again the next time', async () => {
    let down = true;
    const registry = createRegistry({
      storage: memory(),
      fetch: () => (down ? Promise.reject(new TypeError('x')) : answer(text)()),
    });
    await expect(registry.load()).rejects.toThrow();
    down = false;
    await expect(registry.load()).resolves.toBeDefined();
  });

  it.each([
    ['of a network error', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
    ['of a server that is down', answer(text, false), 'answered 503'],
    ['of a foreign response', answer(text, true, {}), 'was not reached'],
    ['of an invalid registry', answer('{}'), 'is not valid'],
  ])('without a copy it reports that it failed because %s', async (_, fetcher, message) => {
    await expect(createRegistry({ storage: memory(), fetch: fetcher }).load()).rejects.toThrow(message);
  });

  it.each(['not JSON', '{}', 'null'])('ignores the stored copy %j', async (stored) => {
    const storage = memory();
    storage.setItem(storageKeys.registry, stored);
    const registry = createRegistry({
      storage,
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(registry.contents.get().size).toBe(0);
    await expect(registry.load()).rejects.toThrow('Failed to fetch');
  });

  it('is requested past the HTTP cache, with a timeout', async () => {
    const asked: [string, RequestInit | undefined][] = [];
    const registry = createRegistry({
      storage: memory(),
      fetch: (address, init) => {
        asked.push([String(address), init]);
        return answer(text)();
      },
    });
    const { api } = await registry.load();
    expect(asked).toEqual([
      ['/remotes.json', { cache: 'no-cache', signal: expect.objectContaining({ aborted: false }) }],
    ]);
    expect(api).toBe('1');
  });

  it('is requested again once it may be outdated', async () => {
    const fetcher = jest.fn(answer(text));
    const registry = createRegistry({ storage: memory(), fetch: fetcher });
    const first = await registry.load();
    registry.expire();
    expect(await registry.load()).not.toBe(first);
    expect(fetcher).toHaveBeenCalledTimes(2);
  });

  it('is stored for offline starts; a full storage does not prevent the start', async () => {
    const storage = memory();
    await createRegistry({ storage, fetch: answer(text) }).load();
    expect(storage.getItem(storageKeys.registry)).toBe(text);
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('No.', 'QuotaExceededError');
      },
    };
    await expect(createRegistry({ storage: full, fetch: answer(text) }).load()).resolves.toMatchObject({
      refused: [],
    });
  });

  it('applies overrides of this browser if the server allows it', async () => {
    const storage = memory();
    storage.setItem(storageKeys.overrides, '{"mf-library":"http://127.0.0.1:4101/"}');
    const search = bringing('mf-search', '/search');
    using _ = fetching(() => Promise.reject(new TypeError('Failed to fetch')));
    const load = (said: string) =>
      createRegistry({
        storage,
        fetch: answer(registryOf(search), true, { 'lectern-api': '1', 'x-lectern-overrides': said }),
      }).load();
    expect(await load('allowed')).toMatchObject({
      overridden: ['mf-library'],
      refused: ['mf-library'],
    });
    const signed = await load('signed');
    expect([signed.overridden, signed.refused]).toEqual([undefined, []]);
  });
});

describe('the content of the remotes', () => {
  const library = bringing('mf-library', '/library');
  const pathsOf = ({ contents }: Registry) =>
    [...contents.get()].map(([name, { pages }]) => `${name} ${pages[0]?.path}`);

  it('is known from the last visit until the registry has loaded', async () => {
    const storage = memory();
    storage.setItem(storageKeys.registry, registryOf(library));
    const registry = createRegistry({ storage, fetch: answer(registryOf(bringing('mf-library', '/books'))) });
    expect(pathsOf(registry)).toEqual(['mf-library /library']);
    await registry.load();
    expect(pathsOf(registry)).toEqual(['mf-library /books']);
  });

  it('is the same object as long as the registry is unchanged', async () => {
    const storage = memory();
    storage.setItem(storageKeys.registry, registryOf(library));
    const registry = createRegistry({ storage, fetch: answer(registryOf(library)) });
    const first = registry.contents.get();
    await registry.load();
    expect(registry.contents.get()).toBe(first);
    let next = registryOf(bringing('mf-library', '/books'));
    const changing = createRegistry({ storage: memory(), fetch: () => answer(next)() });
    await changing.load();
    const second = changing.contents.get();
    changing.expire();
    await changing.load();
    expect(changing.contents.get()).toBe(second);
    next = registryOf(library);
    changing.expire();
    await changing.load();
    expect(pathsOf(changing)).toEqual(['mf-library /library']);
  });

  it('is that of the override, although the registry is unchanged', async () => {
    const storage = memory();
    storage.setItem(storageKeys.registry, registryOf(library));
    storage.setItem(storageKeys.overrides, JSON.stringify({ 'mf-library': 'http://127.0.0.1:4101/' }));
    const { description } = bringing('mf-library', '/mine').current;
    using _ = fetching(async () => Response.json(description));
    const headers = { 'lectern-api': '1', 'x-lectern-overrides': 'allowed' };
    const registry = createRegistry({ storage, fetch: answer(registryOf(library), true, headers) });
    await registry.load();
    expect(pathsOf(registry)).toEqual(['mf-library /mine']);
  });

  it('is that of the version that this reader gets', async () => {
    const raw = JSON.stringify({
      remotes: {
        'mf-library': { ...library, canary: { ...bringing('mf-library', '/new').current, share: 1 } },
      },
    });
    const pathFor = async (who: string | null) => {
      const registry = createRegistry({
        storage: memory(),
        fetch: answer(raw),
        publicKey: '',
        readerId: () => who,
      });
      await registry.load();
      return pathsOf(registry);
    };
    expect(await pathFor('u1')).toEqual(['mf-library /new']);
    expect(await pathFor(null)).toEqual(['mf-library /library']);
  });

  const atBuild = registryOf(bringing('mf-library', '/at-build'), bringing('mf-search', '/search'));

  it.each([
    ['everything, without a registry', '', true, ['mf-library /at-build', 'mf-search /search']],
    ['nothing, when the registry has everything', registryOf(library), false, ['mf-library /library']],
  ])('is taken from the build of the shell: %s', async (_, body, isAsked, paths) => {
    const asked: string[] = [];
    using _fetching = fetching(async (address) => {
      asked.push(String(address));
      return new Response(atBuild, { headers: { 'lectern-api': '1' } });
    });
    const registry = createRegistry({ storage: memory(), fetch: answer(body) });
    await registry.described();
    expect(pathsOf(registry)).toEqual(paths);
    expect(asked).toEqual(isAsked ? ['/remote-contents.json'] : []);
  });

  it.each([
    ['is rejected', async () => new Response(atBuild, { status: 404, headers: { 'lectern-api': '1' } })],
    ['is a foreign response', async () => new Response(atBuild)],
    ['is not JSON', async () => new Response('<html>', { headers: { 'lectern-api': '1' } })],
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is unknown when that %s, which is not an error', async (_, fetch) => {
    using _fetching = fetching(fetch);
    const registry = createRegistry({ storage: memory(), fetch: answer('', false) });
    await expect(registry.described()).resolves.toBeUndefined();
    expect(pathsOf(registry)).toEqual([]);
  });
});

function description(name: string) {
  const files = [{ path: 'a.js', bytes: 12, integrity: 'sha384-x' }];
  return { name, version: '1.0.0', contract: '1.0', exposes: ['Page'], manifest: 'mf-manifest.json', files };
}

/** A remote with one page, as in the registry. */
function bringing(name: string, path: string) {
  const pages = [{ path, expose: 'Page', title: 'Page' }];
  return { current: { base: '/r/', description: { ...description(name), pages } } };
}

function registryOf(...entries: ReturnType<typeof bringing>[]): string {
  return JSON.stringify({
    remotes: Object.fromEntries(entries.map((entry) => [entry.current.description.name, entry])),
  });
}

/** Replaces fetch until disposed. */
function fetching(fetch: typeof globalThis.fetch): Disposable {
  const { fetch: before } = globalThis;
  globalThis.fetch = fetch;
  return {
    [Symbol.dispose]() {
      globalThis.fetch = before;
    },
  };
}

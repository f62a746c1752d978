/** @jest-environment node */
import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import { createRemotesCache } from './remotesCache.ts';

/** In-memory Cache Storage: the needed part of it, with the real Request and Response. */
function memoryCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: RequestInfo | URL) => store.get(keyOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => {
        store.set(keyOf(request), response);
      },
    };
  };
  const caches = {
    open: async (name: string) => open(name),
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: RequestInfo | URL) => {
      for (const store of stores.values())
        if (store.has(keyOf(request))) return store.get(keyOf(request))?.clone();
      return undefined;
    },
  };
  return { caches: caches as unknown as CacheStorage, names: () => [...stores.keys()] };
}

const origin = 'https://lectern.test';
const published = (version: string, files = ['remoteEntry.js', 'page.js']): PublishedRemote => ({
  base: `/remotes/mf-reader/${version}/`,
  description: {
    name: 'mf-reader',
    version,
    contract: '1.0',
    exposes: ['ReaderPage'],
    manifest: 'remoteEntry.js',
    files: files.map((path) => ({ path, bytes: 1, integrity: 'sha384-x' })),
  },
});

function network() {
  const state = {
    online: true,
    foreign: false,
    current: published('1'),
    missing: new Set<string>(),
    gone: false,
  };
  const fetcher = (async (input: RequestInfo | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    if (!state.online) throw new TypeError('Failed to fetch');
    const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
    if (path === '/remotes.json')
      return Response.json(
        { remotes: state.gone ? {} : { 'mf-reader': { current: state.current } } },
        { headers: state.foreign ? {} : { 'lectern-api': '1' } },
      );
    if (state.foreign) return new Response('<h1>Sign in to this network</h1>');
    const headers = { 'lectern-api': '1' };
    return state.missing.has(path)
      ? new Response('', { status: 404, headers })
      : new Response(path, { headers });
  }) as typeof fetch;
  return { state, fetcher };
}

beforeAll(() => {
  Object.assign(globalThis, { self: { location: { origin } } });
});

async function visit(remotes: ReturnType<typeof createRemotesCache>): Promise<string | undefined> {
  const work: Promise<unknown>[] = [];
  const response = await remotes.registry(new Request(`${origin}/remotes.json`), (w) => work.push(w));
  await Promise.all(work);
  if (response.type === 'error') return undefined;
  return (await response.json()).remotes['mf-reader']?.current.description.version;
}

describe('remotes offline', () => {
  it('are available after one visit, with every file', async () => {
    const { caches } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    expect(await visit(remotes)).toBe('1');
    state.online = false;
    expect(await visit(remotes)).toBe('1');
    const file = await remotes.file(new Request(`${origin}/remotes/mf-reader/1/page.js`));
    expect(await file.text()).toBe('/remotes/mf-reader/1/page.js');
  });

  it('are fetched only when no page is loading', async () => {
    const { fetcher } = network();
    const asked = jest.fn(fetcher);
    let rest: () => void = () => undefined;
    const isQuiet = new Promise<void>((resolve) => {
      rest = resolve;
    });
    const remotes = createRemotesCache(memoryCaches().caches, asked, () => isQuiet);
    const visited = visit(remotes);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(asked).toHaveBeenCalledTimes(1);
    rest();
    expect(await visited).toBe('1');
    expect(asked.mock.calls.length).toBeGreaterThan(1);
  });

  it('stop being fetched when the worker is to be replaced, and are fetched at the next visit', async () => {
    const { caches } = memoryCaches();
    const { fetcher, state } = network();
    const untilStopped = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
    let rest: (signal: AbortSignal) => Promise<void> = untilStopped;
    const remotes = createRemotesCache(caches, fetcher, (signal) => rest(signal));
    const refreshed = remotes.refresh();
    await new Promise((resolve) => setTimeout(resolve, 0));
    remotes.stop();
    await refreshed;
    state.online = false;
    expect(await visit(remotes)).toBeUndefined();
    state.online = true;
    rest = async () => undefined;
    expect(await visit(remotes)).toBe('1');
  });

  it('are not written again when nothing has changed', async () => {
    const { caches } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    const registry = await caches.open('lectern-registry');
    const { open } = caches;
    const put = jest.fn(registry.put);
    caches.open = async (name) => (name === 'lectern-registry' ? { ...registry, put } : open(name));
    await visit(remotes);
    expect(put).not.toHaveBeenCalled();
    state.current = published('2');
    await visit(remotes);
    expect(put).toHaveBeenCalled();
  });

  it('are found by their files when the registry was lost, also while pages are loading', async () => {
    const { caches } = memoryCaches();
    const { state, fetcher } = network();
    await visit(createRemotesCache(caches, fetcher));
    await caches.delete('lectern-registry');
    const never = () => new Promise<void>(() => undefined);
    const remotes = createRemotesCache(caches, fetcher, never);
    await visit(remotes);
    state.online = false;
    expect(await visit(remotes)).toBe('1');
  });

  it('stay at the last complete version until a new one is complete', async () => {
    const { caches } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    state.current = published('2');
    state.missing.add('/remotes/mf-reader/2/page.js');
    expect(await visit(remotes)).toBe('2');
    state.online = false;
    expect(await visit(remotes)).toBe('1');
    state.online = true;
    state.missing.clear();
    await visit(remotes);
    state.online = false;
    expect(await visit(remotes)).toBe('2');
  });

  it('of an old version are deleted when the registry names another and that one is complete', async () => {
    const { caches, names } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    state.current = published('2');
    await visit(remotes);
    expect(names().filter((name) => name.includes('mf-reader'))).toEqual(['lectern-remote-mf-reader@2']);
  });

  it('are deleted when the registry no longer names them', async () => {
    const { caches, names } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    expect(names().filter((name) => name.includes('mf-reader'))).toHaveLength(1);
    state.gone = true;
    await visit(remotes);
    expect(names().filter((name) => name.includes('mf-reader'))).toEqual([]);
    state.online = false;
    expect(await visit(remotes)).toBeUndefined();
  });

  it('are complete when the registry names only the first of their files', async () => {
    const { caches } = memoryCaches();
    const { state, fetcher } = network();
    const { base, description } = published('3');
    const [first] = description.files;
    const list = { path: 'remote.json', integrity: 'sha384-list' };
    state.current = { base, description: { ...description, files: first ? [first] : [], list } };
    const asked: [string, string | undefined][] = [];
    const listing: typeof fetch = async (input, init) => {
      asked.push([String(input instanceof Request ? input.url : input), init?.integrity]);
      return String(input).endsWith('/remote.json') ? Response.json(description) : fetcher(input, init);
    };
    const remotes = createRemotesCache(caches, listing);
    await visit(remotes);
    expect(asked).toContainEqual([`${origin}/remotes/mf-reader/3/remote.json`, 'sha384-list']);
    expect(asked).toContainEqual([`${origin}/remotes/mf-reader/3/page.js`, 'sha384-x']);
    state.online = false;
    expect(await visit(remotes)).toBe('3');
    const file = await remotes.file(new Request(`${origin}/remotes/mf-reader/3/page.js`));
    expect(await file.text()).toBe('/remotes/mf-reader/3/page.js');
  });

  it('[F-03] are refetched when damaged', async () => {
    const { caches, names } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    const address = `${origin}/remotes/mf-reader/1/page.js`;
    const sent = new TextEncoder().encode('/remotes/mf-reader/1/page.js');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-384', sent)).toString('base64');
    const request = () => new Request(address, { integrity: `sha384-${digest}` });
    state.online = false;
    expect(await (await remotes.file(request())).text()).toBe('/remotes/mf-reader/1/page.js');
    state.online = true;
    await (await caches.open('lectern-remote-mf-reader@1')).put(address, new Response('junk'));
    expect(await (await remotes.file(request())).text()).toBe('/remotes/mf-reader/1/page.js');
    expect(names()).not.toContain('lectern-remote-mf-reader@1');
    await visit(remotes);
    state.online = false;
    expect(await (await remotes.file(request())).text()).toBe('/remotes/mf-reader/1/page.js');
  });

  it('[F-03] without a digest are trusted only with the server’s header', async () => {
    const { caches } = memoryCaches();
    const { fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    const address = `${origin}/remotes/mf-reader/1/page.js`;
    const read = async () => (await remotes.file(new Request(address))).text();
    const damage = async (headers?: HeadersInit) =>
      (await caches.open('lectern-remote-mf-reader@1')).put(address, new Response('a copy', { headers }));
    await damage({ 'lectern-api': '1' });
    expect(await read()).toBe('a copy');
    await damage();
    expect(await read()).toBe('/remotes/mf-reader/1/page.js');
  });

  it('are not checked again when complete', async () => {
    const { caches } = memoryCaches();
    const { state, fetcher } = network();
    const asked: string[] = [];
    const remotes = createRemotesCache(caches, (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input)).pathname);
      return fetcher(input, init);
    });
    await visit(remotes);
    asked.length = 0;
    state.missing.add('/remotes/mf-reader/1/page.js');
    expect(await visit(remotes)).toBe('1');
    expect(asked).toEqual(['/remotes.json']);
  });

  it('are available after the first visit, whose request no worker intercepted', async () => {
    const { state, fetcher } = network();
    const remotes = createRemotesCache(memoryCaches().caches, fetcher);
    await remotes.refresh();
    state.online = false;
    expect(await visit(remotes)).toBe('1');
    await expect(remotes.refresh()).resolves.toBeUndefined();
  });

  it('[Y-08] are unchanged by a foreign response instead of the registry', async () => {
    const { caches, names } = memoryCaches();
    const { state, fetcher } = network();
    const remotes = createRemotesCache(caches, fetcher);
    await visit(remotes);
    [state.foreign, state.gone] = [true, true];
    expect(await visit(remotes)).toBe('1');
    expect(names()).toContain('lectern-remote-mf-reader@1');
  });

  it('[Y-08] a file without a digest is never a foreign page', async () => {
    const { state, fetcher } = network();
    const remotes = createRemotesCache(memoryCaches().caches, fetcher);
    const read = async () =>
      (await remotes.file(new Request(`${origin}/remotes/mf-reader/1/font.woff2`))).text();
    expect(await read()).toBe('/remotes/mf-reader/1/font.woff2');
    state.foreign = true;
    await expect(read()).rejects.toThrow('not reached');
  });

  it('are a network error without a previous visit', async () => {
    const { state, fetcher } = network();
    state.online = false;
    expect(await visit(createRemotesCache(memoryCaches().caches, fetcher))).toBeUndefined();
  });
});

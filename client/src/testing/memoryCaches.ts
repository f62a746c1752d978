/** Cache Storage in memory. The service worker has stored the shell, and the reader with its files. */
export function memoryCaches() {
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
    stores,
    fill: () => {
      state.full = true;
    },
  };
}

import {
  type DictionaryHeader,
  type OpenPack,
  openPack,
} from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';

/** A dictionary stored in this browser. */
export interface StoredDictionary {
  id: string;
  source: 'server' | 'imported';
  header: DictionaryHeader;
  bytes: number;
}

export interface DictionaryStore {
  list(): Promise<StoredDictionary[]>;
  /** Stores or replaces a pack. @throws DictionaryProblem when it is invalid; QuotaExceededError */
  put(one: { id: string; source: 'server' | 'imported'; pack: Blob }): Promise<StoredDictionary>;
  remove(id: string): Promise<void>;
  /** Null when it is missing or cannot be read. */
  open(id: string): Promise<OpenPack | null>;
}

/** Cleared at sign-out with all other data of a reader (reader-data/readerStores.ts). */
const cacheName = 'lectern-dictionaries';
const addressOf = (id: string, source: string) => `/offline/dictionaries/${source}/${encodeURIComponent(id)}`;
const address = /\/offline\/dictionaries\/(server|imported)\/([^/]+)$/;

export async function openDictionaryStore(caches: CacheStorage): Promise<DictionaryStore> {
  const cache = await caches.open(cacheName);
  const open = new Map<string, Promise<OpenPack | null>>();

  async function packAt(key: string): Promise<{ pack: OpenPack; bytes: number } | null> {
    const response = await cache.match(key);
    if (!response) return null;
    const blob = await response.blob();
    return { pack: await openPack(blob), bytes: blob.size };
  }

  async function keysOf(id: string): Promise<string[]> {
    const keys = await cache.keys();
    return keys
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => decodeURIComponent(address.exec(path)?.[2] ?? '') === id);
  }

  return {
    async list() {
      const dictionaries = (await cache.keys()).map(async ({ url }) => {
        const [key = '', source = '', name = ''] = address.exec(new URL(url).pathname) ?? [];
        const read = key === '' ? null : await packAt(key).catch(() => null);
        if (read === null) return [];
        const id = decodeURIComponent(name);
        open.set(id, Promise.resolve(read.pack));
        const { header } = read.pack;
        return [{ id, source: source as StoredDictionary['source'], header, bytes: read.bytes }];
      });
      return (await Promise.all(dictionaries)).flat();
    },
    async put({ id, source, pack }) {
      const { header } = await openPack(pack);
      const key = addressOf(id, source);
      await cache.put(key, new Response(pack));
      open.delete(id);
      return { id, source, header, bytes: pack.size };
    },
    async remove(id) {
      open.delete(id);
      for (const key of await keysOf(id)) await cache.delete(key);
    },
    open(id) {
      const pack =
        open.get(id) ??
        keysOf(id)
          .then(([key]) => (key === undefined ? null : packAt(key)))
          .then((read) => read?.pack ?? null)
          .catch(() => null);
      open.set(id, pack);
      return pack;
    },
  };
}

import type { Page } from '@playwright/test';

/** All data that this browser stores for the origin, as text: databases, caches, local and session storage. */
export function allStoredData(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [];
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    /** Including blobs, buffers and containers. */
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text();
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      if (typeof value !== 'object' || value === null) return String(value);
      const parts = await Promise.all(
        Object.entries(value).map(async ([key, of]) => `${key}: ${await textOf(of)}`),
      );
      return parts.join('\n');
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const contents = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([asked(contents.getAllKeys()), asked(contents.getAll())]);
        found.push(`${name}/${store}`, await textOf(keys), await textOf(values));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      // The app itself: the same for all readers.
      if (/^(workbox-precache|lectern-remote-|lectern-registry)/.test(name)) continue;
      const cache = await caches.open(name);
      found.push(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push(request.url, (await response?.text()) ?? '');
      }
    }
    for (const storage of [localStorage, sessionStorage])
      for (let index = 0; index < storage.length; index += 1) {
        const key = storage.key(index) ?? '';
        found.push(key, storage.getItem(key) ?? '');
      }
    return found.join('\n');
  });
}

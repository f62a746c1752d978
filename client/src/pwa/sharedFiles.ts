/**
 * Files shared with the app, stored here by the service worker, which receives them, until the page takes them.
 */
export const sharedCacheName = 'lectern-shared';

export const sharedKey = (id: string, filename: string): string =>
  `/shared/${id}/${encodeURIComponent(filename)}`;

const nameOf = (address: string): string =>
  decodeURIComponent(new URL(address).pathname.split('/').pop() ?? '');

/** Names of the stored files, which are kept. */
export async function sharedFileNames(store: CacheStorage): Promise<string[]> {
  if (!(await store.has(sharedCacheName))) return [];
  return (await (await store.open(sharedCacheName)).keys()).map(({ url }) => nameOf(url));
}

/** Returns the stored files and removes them. */
export async function takeSharedFiles(store: CacheStorage): Promise<File[]> {
  if (!(await store.has(sharedCacheName))) return [];
  const cache = await store.open(sharedCacheName);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response)
      files.push(
        new File([await response.blob()], nameOf(request.url), {
          type: response.headers.get('content-type') ?? '',
        }),
      );
    await cache.delete(request);
  }
  return files;
}

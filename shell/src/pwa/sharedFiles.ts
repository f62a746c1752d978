/** Files shared with the app lie here between the service worker, which is given them, and the page, which takes them. */
export const sharedCacheName = 'lectern-shared';

export const sharedKey = (id: string, filename: string): string =>
  `/shared/${id}/${encodeURIComponent(filename)}`;

/** Takes them out. */
export async function takeSharedFiles(store: CacheStorage): Promise<File[]> {
  if (!(await store.has(sharedCacheName))) return [];
  const cache = await store.open(sharedCacheName);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = decodeURIComponent(new URL(request.url).pathname.split('/').pop() ?? '');
    if (response)
      files.push(
        new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' }),
      );
    await cache.delete(request);
  }
  return files;
}

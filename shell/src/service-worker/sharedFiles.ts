import { sharedCacheName, sharedKey } from '../pwa/sharedFiles.ts';

/** Where the system sends files that are shared with the app; see manifest.webmanifest. */
export const shareTarget = '/share-target';

/** Keeps what was shared until the page takes it, and opens the page that does. */
export async function receiveShared(request: Request, origin: string): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('books').filter((value): value is File => value instanceof File);
  const cache = await caches.open(sharedCacheName);
  for (const file of files) {
    const headers = { 'content-type': file.type || 'application/octet-stream' };
    await cache.put(sharedKey(crypto.randomUUID(), file.name), new Response(file, { headers }));
  }
  return Response.redirect(new URL('/upload', origin).href, 303);
}

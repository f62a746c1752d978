import { addressOf } from '@lectern/client/common/basePath.ts';
import { sharedCacheName, sharedKey } from '../pwa/sharedFiles.ts';

/** Where the system sends files that are shared with the app; see manifest.webmanifest. */
export const shareTarget = '/share-target';

/** Files that wait at most: a page that sends more and more must not fill the browser. */
const mostWaiting = 20;

/** Keeps what was shared until the reader has been asked, and opens the page that asks. Nothing is uploaded here. */
export async function receiveShared(request: Request, origin: string): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('books').filter((value): value is File => value instanceof File);
  const cache = await caches.open(sharedCacheName);
  const room = mostWaiting - (await cache.keys()).length;
  for (const file of files.slice(0, Math.max(0, room))) {
    const headers = { 'content-type': file.type || 'application/octet-stream' };
    await cache.put(sharedKey(crypto.randomUUID(), file.name), new Response(file, { headers }));
  }
  return Response.redirect(new URL(addressOf('/upload'), origin).href, 303);
}

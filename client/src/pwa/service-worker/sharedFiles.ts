import { addressOf } from '../../common/basePath.ts';
import { sharedCacheName, sharedKey } from '../sharedFiles.ts';

/** Address to which the system sends shared files; see manifest.webmanifest. */
export const shareTarget = '/share-target';

/** Maximum number of stored files, so that a page that keeps sending files cannot fill the storage. */
const maxWaiting = 20;

/** Stores shared files and opens the page that asks for confirmation. Nothing is uploaded here. */
export async function receiveShared(request: Request, origin: string): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('books').filter((value): value is File => value instanceof File);
  const cache = await caches.open(sharedCacheName);
  const free = maxWaiting - (await cache.keys()).length;
  for (const file of files.slice(0, Math.max(0, free))) {
    const headers = { 'content-type': file.type || 'application/octet-stream' };
    await cache.put(sharedKey(crypto.randomUUID(), file.name), new Response(file, { headers }));
  }
  return Response.redirect(new URL(addressOf('/upload'), origin).href, 303);
}

import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blobs, type BookFileRef, blobKeys } from '../blobs/blobs.ts';
import type { PackedResource } from '../ingest/ingestedBook.ts';

/**
 * Appends resources to a book's pack that an earlier version did not serve. Existing offsets stay valid throughout.
 * @param from folder of the pack with the new resources; also used for temporary files
 * @returns the resources with their offsets in the longer pack
 * @throws BlobNotFound when the book has no pack
 */
export async function addToPack(
  blobs: Blobs,
  book: BookFileRef,
  resources: readonly PackedResource[],
  from: { workDir: string; packFile: string },
): Promise<PackedResource[]> {
  if (resources.length === 0) return [];
  const key = blobKeys.pack(book);
  const longer = join(from.workDir, 'longer-pack');
  {
    await using stored = await blobs.local(key);
    await copyFile(stored.path, longer);
  }
  await using source = await open(join(from.workDir, from.packFile), 'r');
  await using target = await open(longer, 'r+');
  let end = (await target.stat()).size;
  const placed: PackedResource[] = [];
  for (const resource of resources) {
    const bytes = Buffer.alloc(resource.length);
    await source.read(bytes, 0, resource.length, resource.start);
    await target.write(bytes, 0, resource.length, end);
    placed.push({ ...resource, start: end });
    end += resource.length;
  }
  await target.close();
  await blobs.putFile(key, longer);
  return placed;
}

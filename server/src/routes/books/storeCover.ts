import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { blobKeys, type CoverSize } from '../../blobs/blobs.ts';
import { removeLateFiles } from '../../books/removeLateFiles.ts';
import type { Services } from '../../services/services.ts';
import { workFolder } from '../../staging/staging.ts';

interface NewCover {
  userId: string;
  book: { id: string; title: string; author: string };
  version: number;
  /** Null to typeset title and author. */
  picture: Uint8Array | null;
}

/**
 * Draws a cover, and stores it before `commit` makes it the cover of the book.
 * @throws AppError unsupported_file, picture_too_large; what `commit` throws
 */
export async function storeCover<T>(
  services: Services,
  { userId, book: { id, title, author }, version, picture }: NewCover,
  commit: () => Promise<T>,
): Promise<T> {
  const workDir = workFolder(services.config, randomUUID());
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  try {
    const { files } = await services.covers.render(userId, { picture, book: { title, author }, workDir });
    for (const [size, name] of Object.entries(files) as [CoverSize, string][])
      await services.blobs.putFile(blobKeys.cover(id, version, size), join(workDir, name));
    return await commit();
  } catch (error) {
    // The book may have been deleted meanwhile, perhaps with its account.
    await removeLateFiles(services, id);
    throw error;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

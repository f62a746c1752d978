import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLateFiles } from '../../library/books/removeLateFiles.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys, type CoverSize } from '../../store/blobs/blobs.ts';
import { workFolder } from '../staging/staging.ts';

export interface NewCover {
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
  services: Pick<Services, 'blobs' | 'config' | 'covers' | 'db' | 'now'>,
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

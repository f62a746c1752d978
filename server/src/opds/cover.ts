import { buffer } from 'node:stream/consumers';
import { type Blobs, blobKeys, throwNotFound } from '../blobs/blobs.ts';

/**
 * A cover as JPEG, for devices without WebP support.
 * @throws AppError not_found
 */
export async function jpegCover(
  blobs: Blobs,
  bookId: string,
  version: number,
  size: 'large' | 'medium',
): Promise<Buffer> {
  const webp = await blobs.read(blobKeys.cover(bookId, version, size)).then(buffer, throwNotFound);
  // Loaded when the first device asks.
  const { default: sharp } = await import('sharp');
  return sharp(webp).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer();
}

import sharp, { type Metadata } from 'sharp';
import { limits } from '../limits.ts';

sharp.cache(false);
sharp.concurrency(1);
// Allow only the formats below: libvips reads many more, including SVG.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
});

/** sharp, limited to formats of photographs. For helper processes only: the server itself decodes no pictures. */
export { sharp };

/** The picture has too many pixels or decoded bytes. */
export class PictureTooLarge extends Error {}

/** Detects the format by its magic bytes. */
export function isPhotograph(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF....WEBP/s.test(head) ||
    /^....ftypavi[fs]/s.test(head)
  );
}

/**
 * Reads the header of a picture without decoding it.
 * @throws PictureTooLarge; errors of the decoder when the picture is damaged
 */
export async function measure(bytes: Buffer): Promise<Metadata> {
  const size = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  const pixels = size.width * size.height;
  const bytesOfPixel = size.channels * (size.depth === 'uchar' ? 1 : 2);
  if (pixels > limits.coverPixels || pixels * bytesOfPixel > limits.coverBytes) throw new PictureTooLarge();
  return size;
}

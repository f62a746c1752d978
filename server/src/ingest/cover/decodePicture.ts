import sharp, { type Metadata } from 'sharp';
import { limits } from '../limits.ts';

sharp.cache(false);
sharp.concurrency(1);
// Of the many formats that libvips reads only those that are let in below; SVG above all stays out.
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

/** sharp, which reads the formats of photographs only. For helper processes: the server itself decodes no picture. */
export { sharp };

/** A picture of more pixels, or bytes of pixels, than are decoded. */
export class PictureTooLarge extends Error {}

/** By its first bytes; what a picture is called decides nothing. */
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
 * What the picture says of itself, before it is decoded.
 * @throws PictureTooLarge; whatever the decoder says of a picture that is damaged
 */
export async function measure(bytes: Buffer): Promise<Metadata> {
  const size = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  const pixels = size.width * size.height;
  const bytesOfPixel = size.channels * (size.depth === 'uchar' ? 1 : 2);
  if (pixels > limits.coverPixels || pixels * bytesOfPixel > limits.coverBytes) throw new PictureTooLarge();
  return size;
}

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

/** A picture that may be decoded, by its magic bytes; null for anything else. A PNG loses its texts. */
export function photographIn(bytes: Buffer): Buffer | null {
  const head = bytes.subarray(0, 16).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return withoutTexts(bytes);
  const isOther =
    head.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF....WEBP/s.test(head) ||
    /^....ftypavi[fs]/s.test(head);
  return isOther ? bytes : null;
}

const textChunks = new Set(['tEXt', 'zTXt', 'iTXt']);
/** Texts of a PNG; one with more is no picture. */
const maxTexts = 1_000;

/** libvips would unpack and keep all texts of a PNG, which can be a thousand times as long as the file. */
function withoutTexts(png: Buffer): Buffer | null {
  const kept: Buffer[] = [];
  let start = 0;
  // After the magic bytes; a chunk is its length, its type, its data and a checksum.
  for (let at = 8; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (textChunks.has(png.toString('latin1', at + 4, at + 8))) {
      kept.push(png.subarray(start, at));
      if (kept.length > maxTexts) return null;
      start = end;
    }
    at = end;
  }
  return kept.length === 0 ? png : Buffer.concat([...kept, png.subarray(start)]);
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

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { PictureTooLarge } from '../src/ingest/cover/decodePicture.ts';
import { renderChosenPicture } from '../src/ingest/cover/renderCovers.ts';

describe('the picture of a cover', () => {
  it('[AF-13] [M-12] is not decoded when its header says that it is too large', async () => {
    const one = await sharp({ create: { width: 20, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // With bytes for 600 pixels only, so that whoever decodes it fails otherwise.
    const sized = (width: number, height: number) => {
      const picture = Buffer.from(one);
      picture.writeUInt32BE(width, 16);
      picture.writeUInt32BE(height, 20);
      picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29);
      return picture;
    };
    const drawn = (bytes: Buffer) =>
      renderChosenPicture(bytes, { title: 'T', author: 'A' }, tmpdir()).catch((error: unknown) => error);
    assert.ok((await drawn(sized(8_000, 8_001))) instanceof PictureTooLarge);
    const broken = await drawn(sized(8_000, 8_000));
    assert.ok(broken instanceof Error && !(broken instanceof PictureTooLarge));
  });
});

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { PictureTooLarge, photographIn } from '../src/intake/ingest/cover/decodePicture.ts';
import { renderPicture } from '../src/intake/ingest/cover/renderCovers.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

describe('a cover picture', () => {
  it('[AF-13] [M-12] is not decoded when its header declares it too large', async () => {
    const one = await sharp({ create: { width: 20, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // With bytes for 600 pixels only, so that decoding would fail otherwise.
    const sized = (width: number, height: number) => {
      const picture = Buffer.from(one);
      picture.writeUInt32BE(width, 16);
      picture.writeUInt32BE(height, 20);
      picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29);
      return picture;
    };
    const drawn = (bytes: Buffer) =>
      renderPicture({ bytes, titled: true }, { title: 'T', author: 'A' }, tmpdir()).catch(
        (error: unknown) => error,
      );
    assert.ok((await drawn(sized(8_000, 8_001))) instanceof PictureTooLarge);
    const broken = await drawn(sized(8_000, 8_000));
    assert.ok(broken instanceof Error && !(broken instanceof PictureTooLarge));
  });

  it('[AF-13] [M-12] is decoded without the texts of a PNG, which may be a thousand times as long as the file', async () => {
    const one = await sharp({ create: { width: 20, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const afterHeader = 33;
    const withText = (type: string, times: number) => {
      const data = Buffer.concat([Buffer.from(`${type}a\0\0`), deflateSync(Buffer.alloc(100_000))]);
      const chunk = Buffer.alloc(data.length + 8);
      chunk.writeUInt32BE(data.length - 4, 0);
      data.copy(chunk, 4);
      chunk.writeUInt32BE(crc32(data), data.length + 4);
      const texts = Array.from({ length: times }, () => chunk);
      return Buffer.concat([one.subarray(0, afterHeader), ...texts, one.subarray(afterHeader)]);
    };
    for (const type of ['tEXt', 'zTXt', 'iTXt'])
      assert.ok(photographIn(withText(type, 3))?.equals(one), type);
    assert.equal(photographIn(withText('zTXt', 1_001)), null);
    const cut = withText('zTXt', 1).subarray(0, 60);
    assert.ok(photographIn(cut)?.equals(one.subarray(0, afterHeader)));
  });
});

describe('[UP-03] the cover of a book', () => {
  const cover = '<item id="cv" href="cv.png" media-type="image/png" properties="cover-image"/>';
  const red = sharp({ create: { width: 400, height: 600, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const sourceOf = async (files: Record<string, string | Buffer | null>) =>
    (await ingested(bookFile(files))).book.cover_source;

  it('is the picture named by the package, in EPUB 3 or 2, or by its page', async () => {
    assert.equal(
      await sourceOf({ 'OPS/book.opf': packageDocument({ manifest: cover }), 'OPS/cv.png': await red }),
      'file',
    );
    const named = packageDocument({
      metadata: '<meta name="cover" content="p"/>',
      manifest: '<item id="p" href="p.png" media-type="image/png"/>',
    });
    assert.equal(await sourceOf({ 'OPS/book.opf': named, 'OPS/p.png': await red }), 'file');
    const listed = '<item id="p" href="p.png" media-type="image/png"/>';
    const guide = packageDocument({
      manifest: listed,
      guide: '<guide><reference type="cover" href="nav.xhtml"/></guide>',
    });
    assert.equal(
      await sourceOf({
        'OPS/book.opf': guide,
        'OPS/nav.xhtml': page('<img src="p.png"/>'),
        'OPS/p.png': await red,
      }),
      'file',
    );
    assert.equal(
      await sourceOf({
        'OPS/book.opf': packageDocument({ manifest: listed }),
        'OPS/one.xhtml': page('<svg xmlns="http://www.w3.org/2000/svg"><image href="p.png"/></svg>'),
        'OPS/p.png': await red,
      }),
      'file',
    );
  });

  it('[AF-13] is typeset when the picture is invalid, too large to be decoded, or a drawing', async () => {
    const opf = packageDocument({ manifest: cover });
    assert.equal(await sourceOf({ 'OPS/book.opf': opf, 'OPS/cv.png': 'no picture at all' }), 'generated');
    const huge = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      Buffer.from('0000c3500000c3500806000000', 'hex'),
      Buffer.alloc(200),
    ]);
    assert.equal(await sourceOf({ 'OPS/book.opf': opf, 'OPS/cv.png': huge }), 'generated');
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 6 })
      .toBuffer();
    assert.equal(await sourceOf({ 'OPS/book.opf': opf, 'OPS/cv.png': bomb }), 'generated');
    const drawing = opf.replaceAll('cv.png', 'cv.svg').replaceAll('image/png', 'image/svg+xml');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50000" height="50000"><rect width="50000" height="50000"/></svg>';
    assert.equal(await sourceOf({ 'OPS/book.opf': drawing, 'OPS/cv.svg': svg }), 'generated');
    assert.equal(await sourceOf({ 'OPS/book.opf': opf, 'OPS/cv.png': svg }), 'generated');
  });

  it('is the bitmap inside a drawing, with the title over it', async () => {
    const noise = Buffer.from(Array.from({ length: 200 * 300 * 3 }, (_, i) => (i * 7919) % 256));
    const painting = await sharp(noise, { raw: { width: 200, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    const opf = packageDocument({
      manifest: '<item id="cv" href="cv.svg" media-type="image/svg+xml" properties="cover-image"/>',
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="data:image/jpeg;base64,${painting.toString('base64')}"/></svg>`;
    assert.equal(await sourceOf({ 'OPS/book.opf': opf, 'OPS/cv.svg': svg }), 'file');
  });
});

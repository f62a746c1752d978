import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { PictureTooLarge } from '../src/ingest/cover/decodePicture.ts';
import { type CoverPicture, renderChosenPicture } from '../src/ingest/cover/renderCovers.ts';
import { coverPictures, ownCoverPicture } from '../src/ingest/epub/coverPictures.ts';
import { FileServer } from '../src/ingest/epub/FileServer.ts';
import { readMetadata } from '../src/ingest/epub/metadata.ts';
import { readSpine } from '../src/ingest/epub/spine.ts';
import { PackWriter } from '../src/ingest/packWriter.ts';
import { bookFile, type PackageParts, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';
import { openedBook } from './support/openedBook.ts';

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
      renderChosenPicture(bytes, { title: 'T', author: 'A' }, tmpdir()).catch((error: unknown) => error);
    assert.ok((await drawn(sized(8_000, 8_001))) instanceof PictureTooLarge);
    const broken = await drawn(sized(8_000, 8_000));
    assert.ok(broken instanceof Error && !(broken instanceof PictureTooLarge));
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
      create: { width: 16_000, height: 16_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9, palette: true, colours: 2 })
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

describe('[UP-03] the picture for a cover', () => {
  const png = 'x';
  const item = (id: string, href: string, more = '') =>
    `<item id="${id}" href="${href}" media-type="image/png"${more}/>`;
  /** The contents of the pictures, most likely first, and the one that needs no page. */
  async function picturesOf(files: Record<string, string>, parts: PackageParts = {}) {
    const book = await openedBook({ 'OPS/book.opf': packageDocument(parts), ...files });
    const folder = mkdtempSync(join(tmpdir(), 'lectern-cover-'));
    const pack = new PackWriter(join(folder, 'pack'));
    try {
      const spine = readSpine(book.archive, book.source, book.files);
      const metadata = readMetadata(book.source, '');
      const server = new FileServer({ ...book, pack, metadata, obfuscated: new Map(), identifiers: [] });
      for (const { file } of spine) server.page(file);
      const asked = { ...book, spine, server };
      const read = (picture: CoverPicture | null) => picture && [picture.bytes.toString(), picture.titled];
      return { own: read(ownCoverPicture(asked)), all: [...coverPictures(asked)].map(read) };
    } finally {
      pack.close();
      rmSync(folder, { recursive: true });
    }
  }
  const picture = (name: string) => [name, true];

  it('is tried in order, each once: the package, its metadata, the guide, names, the first page', async () => {
    const names = ['a', 'b', 'c', 'Cover1', 'd', 'cover-page', 'e'];
    const files = Object.fromEntries(names.map((name) => [`OPS/${name}.png`, name]));
    const { own, all } = await picturesOf(
      { ...files, 'OPS/one.xhtml': page('<img src="e.png"/>'), 'OPS/guide.xhtml': page('x') },
      {
        manifest: `${names.map((name, i) => item(i === 4 ? 'the-cover-d' : `i${i}`, `${name}.png`, name === 'a' ? ' properties="x cover-image"' : '')).join('')}<item id="cover-style" href="a.css" media-type="text/css"/>`,
        metadata: '<meta name="cover" content="i1"/>',
        guide: '<guide><reference type="cover" href="c.png"/></guide>',
      },
    );
    assert.deepEqual(all, names.map(picture));
    assert.deepEqual(own, picture('a'));
  });

  it('may be named by its path in the metadata', async () => {
    const { all } = await picturesOf(
      { 'OPS/a.png': png },
      { manifest: item('i', 'a.png'), metadata: '<meta name="cover" content="a.png"/>' },
    );
    assert.deepEqual(all, [picture('x')]);
  });

  it('is on a page that the book names: then a page has to be read first', async () => {
    const cover = {
      manifest: `${item('i', 'a.png')}<item id="p" href="sub/c.xhtml" media-type="application/xhtml+xml" properties="cover-image"/>`,
      spine: '<itemref idref="p"/>',
    };
    const { own, all } = await picturesOf(
      { 'OPS/a.png': png, 'OPS/sub/c.xhtml': page('<img src="../a.png"/>') },
      cover,
    );
    assert.deepEqual([own, all], [null, [picture('x')]]);
  });

  it('is none on a page without one, or with one in its address, and no sound', async () => {
    const nothing = { own: null, all: [] };
    assert.deepEqual(await picturesOf({}), nothing);
    assert.deepEqual(
      await picturesOf({ 'OPS/one.xhtml': page('<img src="data:image/png;base64,AAAA"/>') }),
      nothing,
    );
    const sound = { manifest: item('s', 's.mp3', ' properties="cover-image"') };
    assert.deepEqual(await picturesOf({ 'OPS/s.mp3': 'x', 'OPS/one.xhtml': page('') }, sound), nothing);
  });

  const large = (letter: string, length = 40_000) => letter.repeat(length);
  const decoded = (letter: string, length = 40_000) => [
    Buffer.from(large(letter, length), 'base64').toString(),
    false,
  ];
  const embedded: [what: string, content: string, expected: ReturnType<typeof decoded> | null][] = [
    [
      'the largest',
      `<image href="data:image/png;base64,${large('A')}"/><image href='data:image/webp;base64,${large('B', 40_004)}'/><image href="data:image/jpg;base64,${large('C')}"/>`,
      decoded('B', 40_004),
    ],
    [
      'one of a style',
      `<style>a{b:url(data:image/JPEG;base64,${large('A')}</style><image href="x"/>`,
      decoded('A'),
    ],
    ['one without an end', `<image href="data:image/jpeg;base64,${large('A')}`, decoded('A')],
    [
      'one above 20,000 characters',
      `<image href="data:image/png;base64,${large('A', 20_004)}"/>`,
      decoded('A', 20_004),
    ],
    ['none up to 20,000 characters', `<image href="data:image/png;base64,${large('A', 20_000)}"/>`, null],
    [
      'none of another type',
      `<image href="data:image/gif;base64,${large('A')}"/><image href="xdata:image/pngx;base64,${large('A')}"/>`,
      null,
    ],
  ];
  for (const [what, content, expected] of embedded)
    it(`in a drawing is ${what}`, async () => {
      const manifest = '<item id="d" href="d.svg" media-type="image/svg+xml" properties="cover-image"/>';
      const { own, all } = await picturesOf(
        { 'OPS/d.svg': `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>` },
        { manifest },
      );
      assert.deepEqual([own, all], [expected, expected === null ? [] : [expected]]);
    });
});

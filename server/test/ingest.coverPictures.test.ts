import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CoverPicture } from '../src/intake/ingest/cover/renderCovers.ts';
import { coverPictures, ownCoverPicture } from '../src/intake/ingest/epub/coverPictures.ts';
import { readMetadata } from '../src/intake/ingest/epub/package/metadata.ts';
import { readSpine } from '../src/intake/ingest/epub/package/spine.ts';
import { FileServer } from '../src/intake/ingest/epub/served/FileServer.ts';
import { PackWriter } from '../src/intake/ingest/packWriter.ts';
import { type PackageParts, packageDocument, page } from './support/bookFiles.ts';
import { openedBook } from './support/openedBook.ts';

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

  it('is not looked for in thousands of files named “cover”, but still on the first page', async () => {
    const names = Array.from({ length: 3_000 }, (_, i) => `cover${i}`);
    const { all } = await picturesOf(
      {
        ...Object.fromEntries(names.map((name) => [`OPS/${name}.png`, name])),
        'OPS/z.png': 'z',
        'OPS/one.xhtml': page('<img src="z.png"/>'),
      },
      { manifest: [...names, 'z'].map((name) => item(name, `${name}.png`)).join('') },
    );
    assert.deepEqual(all, [...names.slice(0, 20), 'z'].map(picture));
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

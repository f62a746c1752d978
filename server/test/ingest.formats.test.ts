import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import sharp from 'sharp';
import { limits } from '../src/intake/ingest/limits.ts';
import { makeRar, makeSevenZip } from './support/formats/comics.ts';
import { makeDocx, makeFb2, paragraph } from './support/formats/documents.ts';
import { makeHuffmanMobi, makeMobi, palmFile } from './support/formats/mobi.ts';
import { ingested } from './support/ingested.ts';
import { rawZip } from './support/rawZip.ts';

const picture = (width = 60, height = 90) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer();
const titles = (toc: readonly TocEntry[]): unknown[] =>
  toc.map(({ title, children }) => (children.length > 0 ? [title, titles(children)] : title));
const textOf = ({ book }: Awaited<ReturnType<typeof ingested>>) =>
  book.passages
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('a book of another format becomes pages, contents and details', () => {
  const docx = makeDocx(
    paragraph('One', 'Heading1') + paragraph('Call me Ishmael.') + paragraph('Two', 'Heading1'),
  );
  const markdown =
    '---\ntitle: "A Small Way"\nauthor: Ann Writer\n---\n# One\n\nCall me *Ishmael*.\n\n# Two\n\n[Back](#one)\n';
  const html =
    '<!doctype html><html lang="en"><head><title>A Small Way</title><meta name="author" content="Ann Writer"></head><body onload="x()"><h1>One</h1><p>Call me <b>Ishmael</b>.<script>evil()</script><h1>Two</h1></body></html>';
  const text =
    'The Project Gutenberg eBook\n\nTitle: A Small Way\nAuthor: Ann Writer\n\nCHAPTER I\n\nCall me\nIshmael.\n\nCHAPTER II. The rest\n\nThe rest of it is here.\n';
  const mobi = makeMobi({
    text: '<html><body><h1>One</h1><p width="1em">Call me Ishmael.</p><mbp:pagebreak/><h1>Two</h1><a filepos=0000000012>Back</a></body></html>',
  });
  for (const [name, file, format, contents] of [
    ['way.fb2', makeFb2(), 'fb2', ['Ann Writer A Small Way', 'One', ['Two', ['Part of two']]]],
    [
      'way.fb2.zip',
      rawZip([{ name: 'way.fb2', data: makeFb2() }]),
      'fb2',
      ['Ann Writer A Small Way', 'One', ['Two', ['Part of two']]],
    ],
    ['way.mobi', mobi, 'mobi', ['One', 'Two']],
    ['way.docx', docx, 'docx', ['One', 'Two']],
    ['way.md', Buffer.from(markdown), 'md', ['One', 'Two']],
    ['way.html', Buffer.from(html), 'html', ['One', 'Two']],
    ['way.txt', Buffer.from(text), 'txt', ['CHAPTER I', 'CHAPTER II. The rest']],
    ['way.txt', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'txt', ['CHAPTER I', 'CHAPTER II. The rest']],
  ] as const)
    it(`${name}: ${format}`, async () => {
      const made = await ingested(file, name);
      const { metadata, source_format, toc } = made.book;
      assert.deepEqual(
        [source_format, metadata.title, metadata.author, titles(toc)],
        [format, 'A Small Way', 'Ann Writer', contents],
      );
      assert.match(textOf(made), /Call me Ishmael\./);
      assert.doesNotMatch(textOf(made), /evil/);
    });

  it('FB2: the other details, notes beside the text, poems, and the cover', async () => {
    const data = (await picture(120, 180)).toString('base64');
    const made = await ingested(
      makeFb2('', '', `<binary id="cover" content-type="image/jpeg">${data}</binary>`),
      'a.fb2',
    );
    const { metadata, cover_source, spine } = made.book;
    assert.deepEqual(
      [
        metadata.series,
        metadata.series_index,
        metadata.publisher,
        metadata.published,
        metadata.author_sort,
        cover_source,
      ],
      ['Ways', 3, 'A House', '1999', 'Writer, Ann', 'file'],
    );
    const notes = spine.findIndex(({ linear }) => !linear);
    assert.match(made.text(spine[notes]?.href ?? '') ?? '', /<aside[^>]*epub:type="footnote"[^>]*>/);
    const one = made.text(spine[1]?.href ?? '') ?? '';
    assert.match(one, new RegExp(`<a href="${spine[notes]?.href}#n1" epub:type="noteref">1</a>`));
    assert.match(one, /<div class="poem"><div class="stanza"><p class="v">A line<\/p>/);
  });

  it('MOBI: pictures by number, and links by offset', async () => {
    const text =
      '<html><body><p>Before.</p><mbp:pagebreak/><h2>Here</h2><p><img recindex="00001"> <a filepos=0000000045>Here</a></p></body></html>';
    const made = await ingested(makeMobi({ text, pictures: [await picture()] }), 'a.mobi');
    const page = made.text(made.book.spine[1]?.href ?? '') ?? '';
    assert.match(page, /<img src="resource-1\.jpg" alt=""\/>/);
    assert.match(page, /href="(page-0002\.xhtml)?#place-45"/);
    assert.equal(made.book.cover_source, 'file');
  });

  it('MOBI: text that is packed with a dictionary', async () => {
    const file = makeHuffmanMobi('<html><body><p>Call me a whale, or the white whale.</p></body></html>');
    assert.equal(textOf(await ingested(file, 'a.mobi')), 'Call me a whale, or the white whale.');
  });

  it('AZW3: pages, contents and links into them', async () => {
    const file = await readFile(new URL('fixtures/small.azw3', import.meta.url));
    const made = await ingested(file, 'a.azw3');
    const { source_format, metadata, toc, spine } = made.book;
    assert.deepEqual([source_format, metadata.title, metadata.author], ['azw3', 'A Small Way', 'Ann Writer']);
    assert.deepEqual(titles(toc), ['One', 'Two', 'a later word']);
    const [, address = '', id = ''] =
      /<a href="([^"#]*)#([^"]*)">a later word<\/a>/.exec(made.text(spine[0]?.href ?? '') ?? '') ?? [];
    assert.match(made.text(address) ?? '', new RegExp(`<span id="${id}"></span><p [^>]*>A later word\\.`));
    assert.match(made.text('flow-1.css') ?? made.text('flow-2.css') ?? '', /color: #933/);
  });

  it('[UP-01] AZW3 of a single flow, whose number of the record of flows means something else', async () => {
    const file = await readFile(new URL('fixtures/small.azw3', import.meta.url));
    const header = file.readUInt32BE(78);
    file.writeUInt32BE(0x10009, header + 192);
    file.writeUInt32BE(1, header + 196);
    assert.deepEqual(titles((await ingested(file, 'a.azw3')).book.toc), ['One', 'Two', 'a later word']);
  });

  it('text in an old encoding is read in its letters', async () => {
    const cyrillic =
      'Глава 1\n\nОднажды весною, в час небывало жаркого заката, в Москве, на Патриарших прудах, появились два гражданина.\n'.repeat(
        3,
      );
    const letters = [...cyrillic].map((char) => {
      const code = char.charCodeAt(0);
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
    });
    const made = await ingested(Buffer.from(letters), 'a.txt');
    assert.match(textOf(made), /^Глава 1 Однажды весною, в час/);
    assert.equal(made.book.metadata.language, 'ru');
  });
});

describe('a comic', () => {
  const info = `<ComicInfo><Title>A Small Way</Title><Series>Ways</Series><Number>3</Number><Writer>Ann Writer</Writer>
    <LanguageISO>ja</LanguageISO><Manga>YesAndRightToLeft</Manga><Pages><Page Image="1" DoublePage="true" Bookmark="Two"/></Pages></ComicInfo>`;
  let entries: Record<string, Buffer>;
  before(async () => {
    entries = {
      'a/page 10.jpg': await picture(90, 60),
      'a/page 2.jpg': await picture(),
      'a/page 1.jpg': await picture(61, 90),
      'a/._page 1.jpg': Buffer.from('x'),
      'ComicInfo.xml': Buffer.from(info),
    };
  });

  for (const [name, make] of [
    ['way.cbz', (all) => rawZip(Object.entries(all).map(([name, data]) => ({ name, data })))],
    ['way.cbr', makeRar],
    ['way.cb7', makeSevenZip],
  ] as const satisfies readonly [string, (all: Record<string, Buffer>) => Buffer][])
    it(`${name}: a page a picture, in the order of their numbers, from right to left`, async () => {
      const made = await ingested(make(entries), name);
      const { book } = made;
      assert.deepEqual(
        [
          book.source_format,
          book.layout,
          book.direction,
          book.metadata.title,
          book.metadata.author,
          book.metadata.series_index,
        ],
        [name.slice(-3), 'fixed', 'rtl', 'A Small Way', 'Ann Writer', 3],
      );
      assert.deepEqual(
        book.spine.map(({ href, rendition }) => [
          /content="([^"]*)"\/><\/head>/.exec(made.text(href) ?? '')?.[1],
          rendition?.side ?? null,
        ]),
        [
          ['width=61, height=90', null],
          ['width=60, height=90', 'center'],
          ['width=90, height=60', 'center'],
        ],
      );
      assert.deepEqual(titles(book.toc), ['Two']);
    });
});

it('a comic says how many of its pictures cannot be shown, and its bookmarks lead to their pages', async () => {
  const pages = '<Page Image="2" Bookmark="Two"/><Page Image="1" Type="FrontCover"/>';
  const entries = [
    { name: '1.jpg', data: await picture() },
    { name: '2.jpg', data: 'half' },
    { name: '3.jpg', data: await picture() },
    { name: '4.tif', data: 'II*' },
    { name: 'ComicInfo.xml', data: `<ComicInfo><Pages>${pages}</Pages></ComicInfo>` },
  ];
  const { book } = await ingested(rawZip(entries), 'a.cbz');
  assert.deepEqual([book.spine.length, book.unshown], [2, 2]);
  assert.deepEqual(
    book.toc.map(({ title, href }) => [title, href]),
    [['Two', 'page-00002.xhtml']],
  );
});

it('an FB2 in UTF-8 that contains a replacement character keeps its other letters', async () => {
  const fb2 = makeFb2('<section><p>Весна \uFFFD пришла</p></section>');
  assert.match(textOf(await ingested(fb2, 'a.fb2')), /Весна \uFFFD пришла/);
});

it('an FB2 whose encoding is another one than it says is read in its letters', async () => {
  const words = 'Глава Однажды весною, в час небывало жаркого заката, в Москве'.repeat(3);
  const bytes = [...makeFb2(`<section><p>${words}</p></section>`).toString()].map((char) => {
    const code = char.charCodeAt(0);
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
  });
  assert.match(textOf(await ingested(Buffer.from(bytes), 'a.fb2')), /Однажды весною/);
});

describe('a file that cannot be a book is refused as a whole', () => {
  const laughs = `<!DOCTYPE FictionBook [<!ENTITY a "ha">${'bcdefghij'
    .split('')
    .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghij'[i]};`.repeat(20)}">`)
    .join('')}]>`;
  const outside =
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>';
  const drawing =
    '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:link="p"/></w:drawing></w:r></w:p>';
  const falseOffset = palmFile([Buffer.from('x')]);
  falseOffset.writeUInt32BE(0xfffffff0, 78);
  const falseCount = makeMobi();
  falseCount.writeUInt16BE(0xffff, 76);
  const many = rawZip([{ name: 'a.jpg', data: 'x' }]);
  const end = many.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  for (const at of [8, 10]) many.writeUInt16LE(0xfffe, end + at);
  const deep = '<section>'.repeat(1_000);

  for (const [what, name, file, code] of [
    ['half an FB2', 'a.fb2', makeFb2().subarray(0, 300), 'book_broken'],
    ['an FB2 that ends within its notes', 'a.fb2', makeFb2().subarray(0, -60), 'book_broken'],
    ['an FB2 with entities of entities', 'a.fb2', makeFb2('', laughs), 'book_unsafe'],
    ['an FB2 nested too deeply', 'a.fb2', makeFb2(deep), 'book_unsafe'],
    ['a Markdown nested too deeply', 'a.md', Buffer.from('>'.repeat(100_000)), 'book_unsafe'],
    ['half a MOBI', 'a.mobi', makeMobi().subarray(0, 120), 'book_broken'],
    ['a MOBI whose record is outside', 'a.mobi', falseOffset, 'book_broken'],
    ['a MOBI with more records than bytes', 'a.mobi', falseCount, 'book_broken'],
    ['a MOBI with more text than records', 'a.mobi', makeMobi({ textRecords: 65_535 }), 'book_broken'],
    ['a MOBI in an unknown compression', 'a.mobi', makeMobi({ compression: 99 }), 'book_broken'],
    ['a MOBI without its dictionary', 'a.mobi', makeMobi({ compression: 17_480 }), 'book_broken'],
    [
      'a MOBI that copies what is not there',
      'a.mobi',
      makeMobi({ compression: 2, text: Buffer.from([0x61, 0xbf, 0xf8]) }),
      'book_broken',
    ],
    ['a MOBI with DRM', 'a.mobi', makeMobi({ encryption: 2 }), 'book_protected'],
    [
      'a ticket of Adobe',
      'a.acsm',
      Buffer.from('<?xml version="1.0"?><fulfillmentToken xmlns="x"/>'),
      'book_protected',
    ],
    ['a Topaz book', 'a.azw', Buffer.from('TPZ0 and more'), 'book_protected'],
    [
      'a comic with a name that climbs out',
      'a.cbz',
      rawZip([{ name: '../1.jpg', data: 'x' }]),
      'book_unsafe',
    ],
    ['a comic with 100,000 files', 'a.cbz', many, 'book_unsafe'],
    [
      'a comic that unpacks to a bomb',
      'a.cbz',
      rawZip([{ name: '1.jpg', data: Buffer.alloc(limits.ratioFloor + 1) }]),
      'book_unsafe',
    ],
    [
      'a comic without a picture that can be shown',
      'a.cbz',
      rawZip([{ name: '1.jpg', data: 'x' }]),
      'book_empty',
    ],
    ['a RAR with a name that climbs out', 'a.cbr', makeRar({ '../1.jpg': Buffer.from('x') }), 'book_unsafe'],
    [
      'a RAR with a password',
      'a.cbr',
      makeRar({ '1.jpg': Buffer.alloc(500) }, { archive: 0x80 }),
      'book_protected',
    ],
    [
      'a RAR whose pictures are packed as one',
      'a.cbr',
      makeRar({ '1.jpg': Buffer.from('x') }, { files: 0x10 }),
      'book_broken',
    ],
    ['half a RAR', 'a.cbr', makeRar({ '1.jpg': Buffer.alloc(500) }).subarray(0, 200), 'book_broken'],
    ['half a Word document', 'a.docx', makeDocx(paragraph('x')).subarray(0, 900), 'book_broken'],
    [
      'a Word document without its text',
      'a.docx',
      makeDocx('', { 'word/document.xml': '<x' }),
      'book_broken',
    ],
    ['an empty text', 'a.txt', Buffer.from('\n\n\n\n\n'), 'book_empty'],
    [
      'a program named as a text',
      'a.txt',
      Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'),
      'unsupported_file',
    ],
    ['data named as a text', 'a.txt', Buffer.from([65, 0, 66, 1, 2, 3]), 'unsupported_file'],
    ['HTML named as a PDF', 'a.pdf', Buffer.from('<!doctype html><p>x'), 'unsupported_file'],
    ['a zip of other files', 'a.zip', rawZip([{ name: 'a.exe', data: 'x' }]), 'unsupported_file'],
  ] as const)
    it(what, () => assert.rejects(ingested(file, name), { code }));

  it('a Word document reads no file outside of itself', async () => {
    const file = makeDocx(paragraph('Call me Ishmael.') + drawing, {
      'word/_rels/document.xml.rels': outside,
    });
    const refused = await ingested(file, 'a.docx').then(
      (made) => [textOf(made), made.book.resources.filter(({ path }) => path.startsWith('picture'))],
      ({ code }) => code,
    );
    assert.ok(
      refused === 'book_broken' || JSON.stringify(refused) === '["Call me Ishmael.",[]]',
      JSON.stringify(refused),
    );
  });
});

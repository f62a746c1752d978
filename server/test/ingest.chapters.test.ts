import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readEncryption } from '../src/intake/ingest/epub/container/container.ts';
import { readContents } from '../src/intake/ingest/epub/navigation/contents.ts';
import { htmlToText, readMetadata } from '../src/intake/ingest/epub/package/metadata.ts';
import { readSpine } from '../src/intake/ingest/epub/package/spine.ts';
import { readChapters } from '../src/intake/ingest/epub/readChapters.ts';
import {
  FileServer,
  pageAroundDrawing,
  pageAroundPicture,
} from '../src/intake/ingest/epub/served/FileServer.ts';
import { PackWriter } from '../src/intake/ingest/packWriter.ts';
import { nav, type PackageParts, packageDocument, page } from './support/bookFiles.ts';
import { openedBook } from './support/openedBook.ts';

/** The chapters of a book and all its files as served, without covers. */
async function served(files: Record<string, string | null>, parts: PackageParts = {}) {
  const book = await openedBook({ 'OPS/book.opf': packageDocument(parts), ...files });
  const { archive, source } = book;
  const spine = readSpine(archive, source, book.files);
  const contents = readContents(archive, source, book.files, spine);
  const metadata = readMetadata(source, 'file');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pack-'));
  const pack = new PackWriter(join(folder, 'pack'));
  try {
    const server = new FileServer({
      archive,
      files: book.files,
      pack,
      metadata,
      obfuscated: readEncryption(archive).fonts,
      identifiers: source.identifiers,
    });
    const shares: number[] = [];
    const text = await readChapters(
      { spine, toc: contents.toc, files: book.files, server, language: 'en', source, layout: 'reflowable' },
      async (share) => {
        shares.push(share);
      },
    );
    for (const file of book.files.all()) server.serve(file);
    await pack.finish();
    const bytes = readFileSync(join(folder, 'pack'));
    const content = new Map(
      pack.resources.map(({ path, start, length, encoding }) => {
        const stored = bytes.subarray(start, start + length);
        return [path, (encoding === 'gzip' ? gunzipSync(stored) : stored).toString()];
      }),
    );
    const types = new Map(pack.resources.map(({ path, media_type }) => [path, media_type]));
    return { ...text, shares, content, types, pages: book.files, server };
  } finally {
    pack.close();
    rmSync(folder, { recursive: true });
  }
}

const chapters = ['one.xhtml', 'two.xhtml', 'three.xhtml'];

describe('the chapters of a book', () => {
  it('have the title of the contents, else their heading, else their own title', async () => {
    const named = {
      'OPS/nav.xhtml': nav('<li><a href="one.xhtml">Listed</a></li>'),
      'OPS/one.xhtml': page('<h1>Heading</h1>'),
      'OPS/two.xhtml': page('<h1>Heading</h1>', '<title>Title</title>'),
      'OPS/three.xhtml': page('<p>x</p>', '<title>Title</title>'),
      'OPS/sub/four.xhtml': page('<p>x</p>', '<title>four.xhtml</title>'),
      'OPS/five.xhtml': page('<p>x</p>', '<title>UNTITLED</title>'),
      'OPS/six.xhtml': page('<p>x</p>', ''),
    };
    const { items } = await served(named, {
      chapters: [...chapters, 'sub/four.xhtml', 'five.xhtml', 'six.xhtml'],
    });
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Listed', 'Heading', 'Title', null, null, null],
    );
  });

  it('have positions of 1,024 characters, one after another', async () => {
    const text = (second: number) => page(`<p>${'x'.repeat(700)}</p><p>${'y'.repeat(second)}</p>`, '');
    const found = await served(
      { 'OPS/one.xhtml': text(322), 'OPS/two.xhtml': text(323), 'OPS/three.xhtml': page('') },
      { chapters },
    );
    assert.deepEqual(
      found.items.map(({ href, first_position, positions, characters, words, linear }) => [
        href,
        first_position,
        positions,
        characters,
        words,
        linear,
      ]),
      [
        ['OPS/one.xhtml', 1, 1, 1_022, 2, true],
        ['OPS/two.xhtml', 2, 2, 1_023, 2, true],
        ['OPS/three.xhtml', 4, 1, 0, 0, true],
      ],
    );
    assert.deepEqual([found.positions, found.words], [4, 4]);
    assert.deepEqual(found.shares, [1 / 3, 2 / 3, 1]);
  });

  it('give their passages the title of the place, and go on with the one before', async () => {
    const entries = ['one.xhtml#gone', 'one.xhtml#b', 'one.xhtml#c', 'one.xhtml#c2']
      .map((href) => `<li><a href="${href}">${href.slice(10)}</a></li>`)
      .join('');
    const found = await served(
      {
        'OPS/nav.xhtml': nav(entries),
        'OPS/one.xhtml': page('<p>start</p><p id="c"><a id="c2">inner</a></p><p id="b">last</p>'),
        'OPS/two.xhtml': page('<p>carried on</p>'),
        'OPS/three.xhtml': page('<h2>Own</h2><p>text</p>'),
      },
      { chapters },
    );
    assert.deepEqual(
      found.passages.map(({ chapter, text, target }) => [chapter, text, target]),
      [
        ['gone', 'start', 0],
        ['c2', 'inner', 0],
        ['b', 'last', 0],
        ['b', 'carried on', 1],
        ['Own', 'Own text', 2],
      ],
    );
  });

  it('have no title before the first one', async () => {
    const found = await served({
      'OPS/nav.xhtml': nav('<li><a href="one.xhtml#b">B</a></li>'),
      'OPS/one.xhtml': page('<p>a</p><p id="b">b</p>'),
    });
    assert.deepEqual(
      found.passages.map(({ chapter }) => chapter),
      [null, 'B'],
    );
  });

  it('are searched once when they are listed twice', async () => {
    const found = await served(
      { 'OPS/two.xhtml': page('<p>two</p>') },
      {
        chapters: ['one.xhtml', 'two.xhtml'],
        spine:
          '<itemref idref="c0"/><itemref idref="c1" linear="no" properties="rendition:layout-pre-paginated"/><itemref idref="c0"/>',
      },
    );
    assert.deepEqual(
      found.items.map(({ href, linear, rendition }) => [href, linear, rendition?.layout]),
      [
        ['OPS/one.xhtml', true, undefined],
        ['OPS/two.xhtml', false, 'fixed'],
        ['OPS/one.xhtml', true, undefined],
      ],
    );
    assert.equal(found.passages.filter(({ text }) => text.includes('Ishmael')).length, 1);
    assert.deepEqual(
      found.passages.map(({ target }) => target),
      [0, 1],
    );
    assert.equal(found.words, 12 + 1 + 12);
  });

  it('say when they are malformed', async () => {
    const found = await served(
      { 'OPS/one.xhtml': page('<p>'), 'OPS/two.xhtml': page('x') },
      { chapters: ['one.xhtml', 'two.xhtml'] },
    );
    assert.deepEqual(
      found.items.map(({ malformed }) => malformed),
      [true, undefined],
    );
  });
});

describe('the files that a client gets', () => {
  it('are pages with their inline style sheets as files beside them, each once', async () => {
    const style = page('x', '<style>p{color:red}</style>');
    const { content, types } = await served(
      { 'OPS/sub/a.xhtml': style, 'OPS/sub/b.xhtml': style, 'OPS/one.xhtml': style },
      { chapters: ['sub/a.xhtml', 'sub/b.xhtml', 'one.xhtml'] },
    );
    const sheets = [...content.keys()].filter((path) => path.endsWith('.css'));
    assert.equal(sheets.length, 2);
    const name = /href="(lectern-[0-9a-f]{16}\.css)"/.exec(content.get('OPS/sub/a.xhtml') ?? '')?.[1];
    assert.deepEqual(sheets.sort(), [`OPS/${name}`, `OPS/sub/${name}`]);
    assert.equal(content.get(`OPS/${name}`), 'p{color:red}');
    assert.deepEqual(
      [types.get(`OPS/${name}`), types.get('OPS/one.xhtml')],
      ['text/css', 'application/xhtml+xml'],
    );
  });

  it('are drawings that are drawings, style sheets that load nothing, and anything else unchanged', async () => {
    const manifest = ['a.svg', 'b.svg', 'a.css', 'f.otf', 'f.woff', 'a.mp3', 'a.js']
      .map((href, i) => `<item id="m${i}" href="${href}" media-type="x"/>`)
      .join('');
    const { content, types } = await served(
      {
        'OPS/a.svg':
          '<svg xmlns="http://www.w3.org/2000/svg"><script>a()</script><style>a{b:url(//evil.example/)}</style></svg>',
        'OPS/b.svg': '<p>no drawing</p>',
        'OPS/a.css': 'a{b:url(//evil.example/)}',
        'OPS/f.otf': 'font '.repeat(100),
        'OPS/f.woff': 'woff',
        'OPS/a.mp3': 'sound',
        'OPS/a.js': 'a()',
      },
      { manifest },
    );
    assert.match(content.get('OPS/a.svg') ?? '', /<style>a\{b:url\(&quot;data:,&quot;\)\}<\/style><\/svg>$/);
    assert.equal(types.get('OPS/a.svg'), 'image/svg+xml');
    assert.equal(content.get('OPS/a.css'), 'a{b:url("data:,")}');
    assert.equal(types.get('OPS/a.css'), 'text/css');
    assert.deepEqual(
      ['f.otf', 'f.woff', 'a.mp3'].map((name) => content.get(`OPS/${name}`)),
      ['font '.repeat(100), 'woff', 'sound'],
    );
    assert.deepEqual(
      ['f.otf', 'f.woff', 'a.mp3'].map((name) => types.get(`OPS/${name}`)),
      ['font/otf', 'font/woff', 'audio/mpeg'],
    );
    assert.ok(!content.has('OPS/b.svg') && !content.has('OPS/a.js'));
  });

  it('are pages around pictures and drawings, whose first picture is known', async () => {
    const { content, server, pages, items } = await served(
      {
        'OPS/sub/p q.png': 'x',
        'OPS/d.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><image href="sub/p%20q.png"/></svg>',
        'OPS/nav.xhtml': page(''),
      },
      {
        title: 'A &amp; B',
        manifest:
          '<item id="p" href="sub/p%20q.png" media-type="x"/><item id="d" href="d.svg" media-type="x"/>',
        spine: '<itemref idref="p"/><itemref idref="d"/>',
      },
    );
    assert.deepEqual(
      items.map(({ href }) => href),
      ['OPS/sub/p%20q.png.xhtml', 'OPS/d.svg.xhtml'],
    );
    assert.match(
      content.get('OPS/sub/p q.png.xhtml') ?? '',
      /<title>A &amp; B<\/title>.*<img src="p%20q\.png" alt="A &amp; B"/,
    );
    assert.match(
      content.get('OPS/d.svg.xhtml') ?? '',
      /<meta name="viewport" content="width=3, height=4"\/>.*<image href="sub\/p%20q\.png">/,
    );
    const first = (path: string) => {
      const file = pages.at(path);
      return file && server.firstPicture(file);
    };
    assert.deepEqual(['OPS/sub/p q.png', 'OPS/d.svg', 'OPS/one.xhtml'].map(first), [
      'p%20q.png',
      'sub/p%20q.png',
      null,
    ]);
  });

  it('[E-10] are media overlays, under a name that no file has', async () => {
    const { items, content, types } = await served({
      'OPS/one.xhtml.overlay.json': 'x',
      'OPS/a.smil': '<smil><body><par><text src="one.xhtml#a"/></par></body></smil>',
      'OPS/book.opf': packageDocument({
        manifest: '<item id="s" href="a.smil" media-type="application/smil+xml"/>',
      }).replace('id="c0"', 'id="c0" media-overlay="s"'),
    });
    const path = 'OPS/one.xhtml.overlay.json.json';
    assert.equal(items[0]?.overlay, path);
    assert.deepEqual(JSON.parse(content.get(path) ?? '').clips, [
      { text: 'a', audio: null, begin: 0, end: null },
    ]);
    assert.equal(types.get(path), 'application/json');
  });
});

describe('a page around', () => {
  it('a picture shows it as a whole, described by the title of the book', () =>
    assert.equal(
      pageAroundPicture('a"b.png', 'A & "B"'),
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A &amp; &quot;B&quot;</title></head><body style="margin:0;padding:0;text-align:center"><img src="a&quot;b.png" alt="A &amp; &quot;B&quot;" style="max-width:100%;max-height:100%"/></body></html>',
    ));

  const boxes: [attribute: string, size: string | null][] = [
    ['viewBox="0 0 300 400"', 'width=300, height=400'],
    ["VIEWBOX = ' -1.5,+2 , 30.5,40.25 '", 'width=30.5, height=40.25'],
    ['viewBox="0,0,3,4"', 'width=3, height=4'],
    ['viewBox="0 0 300"', null],
    ['viewBox="0 0 x y"', null],
    ['data-box="0 0 3 4"', null],
  ];
  for (const [attribute, size] of boxes)
    it(`a drawing with ${attribute} has ${size ?? 'no size'}`, () => {
      const { 1: content = null } =
        /<meta name="viewport" content="([^"]*)"\/>/.exec(pageAroundDrawing(`<svg ${attribute}/>`, '')) ?? [];
      assert.equal(content, size);
    });

  it('a drawing has its style sheets, and nothing else from before it', () => {
    const source =
      '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><?xml-stylesheet href="b.css"?><!DOCTYPE svg><s:SVG>x</s:SVG>';
    assert.equal(
      pageAroundDrawing(source, 'A & B'),
      '<?xml-stylesheet href="a.css"?><?xml-stylesheet href="b.css"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>A &amp; B</title></head><body style="margin:0;padding:0"><s:SVG>x</s:SVG></body></html>',
    );
    for (const other of ['<p>no drawing</p>', '<svgs/>', ''])
      assert.match(pageAroundDrawing(other, ''), /<body style="margin:0;padding:0"><\/body>/);
  });
});

describe('a description in HTML', () => {
  const cases: [markup: string, text: string][] = [
    ['plain > text', 'plain > text'],
    ['<p>One</p><p>Two &amp; three</p>', '\nOne\n\nTwo & three\n'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>a</li><LI>b</LI></ul>', '\n\na\n\nb\n\n'],
    ['a <b>bold</b> <i>word</i>', 'a bold word'],
    ['a<script>b</script>c<STYLE>d</STYLE>e<title>f</title>g<noscript>h</noscript>i', 'acegi'],
    ['a<object>b<object>c</object>d</object>e', 'ae'],
    ['a<iframe/>b<template/>c', 'abc'],
    ['<h1>a</h1><h7>b</h7><pre>c</pre>', '\na\nbc'],
    ['&eacute;&#233;', 'éé'],
  ];
  for (const [markup, text] of cases)
    it(`${markup} is plain text`, () => assert.equal(htmlToText(markup), text));

  it('is read up to 200,000 characters', () =>
    assert.equal(htmlToText(`<b>${'x'.repeat(200_000)}`).length, 199_997));
});

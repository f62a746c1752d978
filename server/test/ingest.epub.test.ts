import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';
import { dangers, inspect } from './support/inspect.ts';

const metadataOf = async (metadata: string, more = {}) =>
  (await ingested(bookFile({ 'OPS/book.opf': packageDocument({ metadata, ...more }) }))).book.metadata;

describe('[UP-03] what a package says', () => {
  it('of EPUB 3: authors by role, series, dates, publisher', async () => {
    const found = await metadataOf(`
      <dc:creator id="a">Ada Author</dc:creator><meta refines="#a" property="role" scheme="marc:relators">aut</meta>
      <dc:creator id="b">Bo Second</dc:creator><dc:creator id="c">Cy Painter</dc:creator><meta refines="#c" property="role">ill</meta>
      <dc:publisher>A House</dc:publisher><dc:date>2011-09-01T10:00:00Z</dc:date>
      <meta property="belongs-to-collection" id="s">The Cycle</meta><meta refines="#s" property="collection-type">series</meta><meta refines="#s" property="group-position">2.5</meta>
      <dc:subject>Whaling -- Fiction</dc:subject><dc:subject>Sea stories</dc:subject>
      <dc:description>&lt;p&gt;First.&lt;/p&gt;&lt;p&gt;Second &amp;amp; last.&lt;/p&gt;&lt;script&gt;a()&lt;/script&gt;</dc:description>
      <dc:source>urn:isbn:9781573878296</dc:source>`);
    assert.deepEqual(found, {
      title: 'A Made Book',
      author: 'Ada Author, Bo Second',
      description: 'First.\n\nSecond & last.',
      genre: 'Sea stories',
      language: 'en',
      publisher: 'A House',
      published: '2011-09-01',
      series: 'The Cycle',
      series_index: 2.5,
      isbn: '9781573878296',
      isbn10: '1573878294',
      isbn13: '9781573878296',
    });
  });

  it('of EPUB 2: attributes of roles and events, calibre’s series', async () => {
    const found = await metadataOf(`
      <dc:creator opf:role="edt">Ed Itor</dc:creator><dc:creator opf:role="aut">Wri Ter</dc:creator>
      <dc:identifier opf:scheme="ISBN">0-8044-2957-X</dc:identifier>
      <dc:date opf:event="modification">2020</dc:date><dc:date opf:event="publication">1999</dc:date>
      <meta name="calibre:series" content="Old Series"/><meta name="calibre:series_index" content="3"/>`);
    assert.equal(found.author, 'Wri Ter');
    assert.equal(found.isbn10, '080442957X');
    assert.equal(found.published, '1999');
    assert.deepEqual([found.series, found.series_index], ['Old Series', 3]);
  });

  it('[F-20] every creator is an author but those who only helped, whatever the role is called', async () => {
    const found = await metadataOf(`
      <dc:creator id="a">Ada Author</dc:creator><meta refines="#a" property="role">aut</meta>
      <dc:creator id="b">Bo Second</dc:creator><meta refines="#b" property="role">http://id.loc.gov/vocabulary/relators/cre</meta>
      <dc:creator opf:role="Trl">Tra Nslator</dc:creator>`);
    assert.equal(found.author, 'Ada Author, Bo Second');
  });

  it('its main title, whatever stands first; the file’s name when there is none', async () => {
    const titled = packageDocument({
      title: 'Part of a Set',
      metadata:
        '<dc:title id="m">The Main One</dc:title><meta refines="#m" property="title-type">main</meta>',
    });
    assert.equal((await ingested(bookFile({ 'OPS/book.opf': titled }))).book.metadata.title, 'The Main One');
    const none = packageDocument({ title: ' ' });
    assert.equal(
      (await ingested(bookFile({ 'OPS/book.opf': none }), 'my_own_book.epub')).book.metadata.title,
      'my own book',
    );
  });

  it('[AF-05] is text, even when it looks like markup', async () => {
    const found = await metadataOf('<dc:creator>&lt;b&gt;Bold&lt;/b&gt;</dc:creator>', {
      title: '&lt;img src=x onerror=alert(1)&gt;',
    });
    assert.equal(found.title, '<img src=x onerror=alert(1)>');
    assert.equal(found.author, '<b>Bold</b>');
  });
});

describe('the contents of a book', () => {
  const chapters = ['one.xhtml', 'two.xhtml'];
  const two = page('<h2 id="a">A</h2><p>first part</p><h2 id="b b">B</h2><p>second part</p>');

  it('come from the navigation document, with places in the spine', async () => {
    const { book } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ chapters }),
        'OPS/two.xhtml': two,
        'OPS/nav.xhtml': nav(
          '<li><a href="one.xhtml">One</a></li><li><span>Two</span><ol><li><a href="two.xhtml#a">A</a></li><li><a href="two.xhtml#b%20b">B</a></li><li><a href="../../etc/passwd">out</a></li></ol></li>',
        ),
      }),
    );
    assert.deepEqual(book.toc, [
      { title: 'One', href: 'OPS/one.xhtml', target: 0, children: [] },
      {
        title: 'Two',
        href: null,
        target: 1,
        children: [
          { title: 'A', href: 'OPS/two.xhtml#a', target: 1, children: [] },
          { title: 'B', href: 'OPS/two.xhtml#b%20b', target: 1, children: [] },
        ],
      },
    ]);
    assert.deepEqual(
      book.passages.map(({ chapter, text }) => [chapter, text]),
      [
        ['One', 'One Call me Ishmael. Some years ago, never mind how long precisely.'],
        ['A', 'A first part'],
        ['B', 'B second part'],
      ],
    );
  });

  it('come from the NCX of older books, and are served as a new one', async () => {
    const manifest = '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
    const ncx =
      '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>First</text></navLabel><content src="one.xhtml"/><navPoint><navLabel><text>Inner</text></navLabel><content src="one.xhtml#x"/></navPoint></navPoint></navMap></ncx>';
    const opf = packageDocument({ manifest, spineAttributes: ' toc="n"' }).replace(
      /<item id="nav"[^>]*>/,
      '',
    );
    const found = await ingested(
      bookFile({ 'OPS/book.opf': opf, 'OPS/nav.xhtml': null, 'OPS/toc.ncx': ncx }),
    );
    assert.deepEqual(
      found.book.toc.map(({ title, children }) => [title, children.map((child) => child.title)]),
      [['First', ['Inner']]],
    );
    const served = found.text('OPS/book.opf') ?? '';
    assert.match(served, /<spine toc="lectern-\d+"/);
    assert.match(found.text('OPS/book.opf.ncx') ?? '', /<content src="\.\.\/OPS\/one\.xhtml#x"\/>/);
  });

  it('come from the headings when the book has none', async () => {
    const found = await ingested(bookFile({ 'OPS/nav.xhtml': page('<p>nothing</p>') }));
    assert.deepEqual(
      found.book.toc.map(({ title, target }) => [title, target]),
      [['One', 0]],
    );
  });
});

describe('the text of a book', () => {
  it('is counted in positions of 1,024 characters, at least one a chapter', async () => {
    const words = `${'word '.repeat(500)}end`;
    const { book } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ chapters: ['one.xhtml', 'two.xhtml', 'three.xhtml'] }),
        'OPS/two.xhtml': page(`<p>${words}</p>`),
        'OPS/three.xhtml': page(''),
      }),
    );
    assert.deepEqual(
      book.spine.map(({ href, first_position, positions, characters, words: count, linear }) => [
        href,
        first_position,
        positions,
        characters,
        count,
        linear,
      ]),
      [
        ['OPS/one.xhtml', 1, 1, 66, 12, true],
        ['OPS/two.xhtml', 2, 3, 2_503, 501, true],
        ['OPS/three.xhtml', 5, 1, 0, 0, true],
      ],
    );
    assert.equal(book.page_count, 5);
    assert.equal(book.word_count, 513);
  });

  it('is not longer for the white space that a program wrote between tags', async () => {
    const { book } = await ingested(
      bookFile({ 'OPS/one.xhtml': page(`<p>one</p>${' '.repeat(5_000)}<p>two</p>`) }),
    );
    assert.equal(book.page_count, 1);
    assert.equal(book.spine[0]?.characters, 5_006);
    assert.deepEqual(
      book.passages.map(({ text }) => text),
      ['one two'],
    );
  });
});

describe('what is served of a book', () => {
  it('has no script, and nothing from elsewhere, in any of its files', async () => {
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          manifest:
            '<item id="j" href="a.js" media-type="text/javascript"/><item id="s" href="a.css" media-type="text/css"/><item id="d" href="d.svg" media-type="image/svg+xml"/><item id="x" href="x.bin" media-type="application/octet-stream"/>',
        }),
        'OPS/one.xhtml': page(
          '<p onclick="a()">x</p><script src="a.js"></script><img src="https://evil.example/x.png"/><img src="d.svg"/>',
          '<link rel="stylesheet" href="a.css"/><style>p{background:url(//evil.example/)}</style>',
        ),
        'OPS/a.js': 'alert(1)',
        'OPS/x.bin': 'x',
        'OPS/a.css': '@import url(https://evil.example/); p{color:red}',
        'OPS/d.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>a()</script><rect/></svg>',
      }),
    );
    assert.deepEqual(
      found.book.resources.map(({ path }) => path).filter((path) => /js$|bin$/.test(path)),
      [],
    );
    for (const { path, media_type } of found.book.resources) {
      const served = found.text(path) ?? '';
      assert.doesNotMatch(served, /evil\.example|alert\(1\)|a\(\)/, path);
      if (/xml/.test(media_type)) {
        assert.deepEqual(dangers(served), [], path);
        assert.ok(inspect(served).wellFormed, path);
      }
    }
    assert.match(found.text('OPS/one.xhtml') ?? '', /<img src="d\.svg"\/>/);
  });

  it('is listed in a package of its own, which says its layout and keeps order and ids', async () => {
    const opf = packageDocument({
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      chapters: ['one.xhtml', 'two.xhtml'],
      spine:
        '<itemref idref="c1" linear="no" properties="page-spread-left evil"/><itemref idref="gone"/><itemref idref="c0"/><itemref idref="c0"/>',
      spineAttributes: ' page-progression-direction="rtl"',
    });
    const found = await ingested(bookFile({ 'OPS/book.opf': opf, 'OPS/two.xhtml': page('x') }));
    const served = found.text('OPS/book.opf') ?? '';
    assert.match(served, /<meta property="rendition:layout">pre-paginated<\/meta>/);
    assert.match(
      served,
      /<spine page-progression-direction="rtl"><itemref idref="c1" linear="no" properties="page-spread-left"\/><itemref idref="c0"\/><itemref idref="c0"\/><\/spine>/,
    );
    assert.deepEqual(
      [found.book.layout, found.book.direction, found.book.opf],
      ['fixed', 'rtl', 'OPS/book.opf'],
    );
    assert.match(found.text('META-INF/container.xml') ?? '', /full-path="OPS\/book\.opf"/);
  });

  it('wraps a drawing or a picture that is a chapter of its own', async () => {
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          manifest:
            '<item id="d" href="d.svg" media-type="image/svg+xml"/><item id="p" href="p.png" media-type="image/png"/>',
          spine: '<itemref idref="d"/><itemref idref="p"/><itemref idref="c0"/>',
        }),
        'OPS/d.svg':
          '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><text>Drawn words</text><image href="p.png"/></svg>',
        'OPS/p.png': picture,
        'OPS/one.xhtml': page('<a href="d.svg">to the drawing</a>'),
      }),
    );
    assert.deepEqual(
      found.book.spine.map(({ href }) => href),
      ['OPS/d.svg.xhtml', 'OPS/p.png.xhtml', 'OPS/one.xhtml'],
    );
    const drawing = found.text('OPS/d.svg.xhtml') ?? '';
    assert.match(drawing, /<meta name="viewport" content="width=300, height=400"\/>/);
    assert.match(
      drawing,
      /<body[^>]*><svg [^>]*><text>Drawn words<\/text><image href="p\.png"><\/image><\/svg><\/body>/,
    );
    assert.match(found.text('OPS/p.png.xhtml') ?? '', /<img src="p\.png"/);
    assert.match(found.text('OPS/one.xhtml') ?? '', /<a href="d\.svg\.xhtml">/);
    assert.equal(found.book.passages[0]?.text, 'Drawn words');
  });

  it('follows the fallback of what no browser can show', async () => {
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          manifest: '<item id="x" href="x.dtb" media-type="application/x-dtbook+xml" fallback="c0"/>',
          spine: '<itemref idref="x"/>',
        }),
        'OPS/x.dtb': '<dtbook/>',
      }),
    );
    assert.deepEqual(
      found.book.spine.map(({ href }) => href),
      ['OPS/one.xhtml'],
    );
    assert.match(found.text('OPS/book.opf') ?? '', /<item id="x" href="one\.xhtml"/);
  });

  it('gives a page a name that a reader knows as one', async () => {
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ chapters: ['one.php'] }),
        'OPS/one.xhtml': null,
        'OPS/one.php': page('<p id="x">x<a href="#x">y</a></p>'),
        'OPS/nav.xhtml': nav('<li><a href="one.php#x">One</a></li>'),
      }),
    );
    assert.deepEqual(
      found.book.spine.map(({ href }) => href),
      ['OPS/one.php.xhtml'],
    );
    assert.equal(found.book.toc[0]?.href, 'OPS/one.php.xhtml#x');
    assert.match(found.text('OPS/one.php.xhtml') ?? '', /<a href="#x">/);
  });

  it('finds files whose names are spelt in another case, or with spaces and other letters', async () => {
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          chapters: ['ONE.xhtml', 'zw%C3%B6lf%20%231.xhtml'],
          manifest: '<item id="p" href="bild.jpg" media-type="image/jpeg"/>',
        }),
        'OPS/zwölf #1.xhtml': page('<img src="Bild.JPG"/>'),
        'OPS/bild.jpg': 'x',
      }),
    );
    assert.deepEqual(
      found.book.spine.map(({ href }) => href),
      ['OPS/one.xhtml', 'OPS/zw%C3%B6lf%20%231.xhtml'],
    );
    assert.match(found.text('OPS/zwölf #1.xhtml') ?? '', /<img src="bild\.jpg"\/>/);
  });

  it('has fonts as their maker made them', async () => {
    const font = Buffer.from(Array.from({ length: 3_000 }, (_, i) => i % 256));
    const key = createHash('sha1').update('urn:uuid:12345678-1234-5678-1234-567812345678').digest();
    const hidden = Buffer.from(font.map((byte, i) => (i < 1_040 ? byte ^ (key[i % 20] as number) : byte)));
    const found = await ingested(
      bookFile({
        'META-INF/encryption.xml':
          '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherData><CipherReference URI="OPS/f.otf"/></CipherData></EncryptedData></encryption>',
        'OPS/book.opf': packageDocument({ manifest: '<item id="f" href="f.otf" media-type="font/otf"/>' }),
        'OPS/f.otf': hidden,
      }),
    );
    assert.deepEqual(found.bytes('OPS/f.otf'), font);
  });
});

describe('[UP-03] the cover of a book', () => {
  const cover = '<item id="cv" href="cv.png" media-type="image/png" properties="cover-image"/>';
  const red = sharp({ create: { width: 400, height: 600, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const sourceOf = async (files: Record<string, string | Buffer | null>) =>
    (await ingested(bookFile(files))).book.cover_source;

  it('is the picture that the package names, in EPUB 3 or 2, or by its page', async () => {
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

  it('[AF-13] is typeset when the picture is none, or too large to be decoded, or a drawing', async () => {
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

  it('is the painting that lies inside a drawing, with the title set over it', async () => {
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

describe('an EPUB that cannot be read', () => {
  const refusals: [what: string, files: Record<string, string | Buffer | null>, code: string][] = [
    [
      'without container and package',
      { 'META-INF/container.xml': null, 'OPS/book.opf': null },
      'epub_broken',
    ],
    [
      '[AF-02] whose container points out of it',
      {
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="../../etc/passwd"/></rootfiles></container>',
      },
      'epub_unsafe',
    ],
    ['without any chapter that is there', { 'OPS/one.xhtml': null }, 'epub_broken'],
    [
      '[AF-04] with entities in its package',
      {
        'OPS/book.opf': packageDocument({
          prolog: '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
          title: '&x;',
        }),
      },
      'epub_unsafe',
    ],
    [
      '[AF-04] with entities in its contents',
      { 'OPS/nav.xhtml': '<!DOCTYPE html [<!ENTITY a "b">]><html><nav/></html>' },
      'epub_unsafe',
    ],
    ['[AF-03] with a damaged file that nobody needs', { 'OPS/extra.bin': 'x' }, 'epub_broken'],
    [
      'that is some other zip',
      { mimetype: null, 'META-INF/container.xml': null, 'OPS/book.opf': null, 'word/document.xml': '<w/>' },
      'unsupported_file',
    ],
  ];
  for (const [what, files, code] of refusals) {
    it(`is refused ${what}`, async () => {
      let file = bookFile(files);
      if (files['OPS/extra.bin']) file = damage(file);
      await assert.rejects(ingested(file), { code });
    });
  }

  it('[AF-02] loses only what lies outside of it', async () => {
    const opf = packageDocument({
      chapters: ['../../../etc/passwd', 'one.xhtml'],
      manifest: '<item id="i" href="%2e%2e/%2e%2e/etc/hosts" media-type="image/png"/>',
    });
    const found = await ingested(
      bookFile({
        'OPS/book.opf': opf,
        'OPS/nav.xhtml': nav(
          '<li><a href="../../../etc/passwd">x</a></li><li><a href="one.xhtml">One</a></li>',
        ),
      }),
    );
    assert.deepEqual(
      found.book.spine.map(({ href }) => href),
      ['OPS/one.xhtml'],
    );
    assert.ok(found.book.resources.every(({ path }) => !/passwd|hosts|\.\./.test(path)));
  });

  it('needs neither its mimetype nor its container to be read', async () => {
    const found = await ingested(bookFile({ mimetype: null, 'META-INF/container.xml': null }));
    assert.equal(found.book.metadata.title, 'A Made Book');
  });
});

/** Another checksum for the last entry. */
function damage(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  const last = copy.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  copy.writeUInt32LE(1, last + 16);
  return copy;
}

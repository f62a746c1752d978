import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

const metadataOf = async (metadata: string, more = {}) =>
  (await ingested(bookFile({ 'OPS/book.opf': packageDocument({ metadata, ...more }) }))).book.metadata;

describe('[UP-03] metadata', () => {
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
      title_sort: null,
      author_sort: null,
      description: 'First.\n\nSecond & last.',
      genre: 'Sea stories',
      tags: ['Whaling -- Fiction'],
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

  it('[F-20] every creator counts as an author, except those with a helper’s role', async () => {
    const found = await metadataOf(`
      <dc:creator id="a">Ada Author</dc:creator><meta refines="#a" property="role">aut</meta>
      <dc:creator id="b">Bo Second</dc:creator><meta refines="#b" property="role">http://id.loc.gov/vocabulary/relators/cre</meta>
      <dc:creator opf:role="Trl">Tra Nslator</dc:creator>`);
    assert.equal(found.author, 'Ada Author, Bo Second');
  });

  it('the main title, wherever it is; the file name when there is none', async () => {
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

describe('a table of contents', () => {
  const chapters = ['one.xhtml', 'two.xhtml'];
  const two = page('<h2 id="a">A</h2><p>first part</p><h2 id="b b">B</h2><p>second part</p>');

  it('comes from the navigation document, with positions in the spine', async () => {
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
          { title: 'B', href: 'OPS/two.xhtml#b%20b', target: 1, fraction: 11 / 23, children: [] },
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

  it('comes from the NCX of older books', async () => {
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
  });

  it('comes from the headings when the book has none', async () => {
    const found = await ingested(bookFile({ 'OPS/nav.xhtml': page('<p>nothing</p>') }));
    assert.deepEqual(
      found.book.toc.map(({ title, target }) => [title, target]),
      [['One', 0]],
    );
  });
});

describe('the text of a book', () => {
  it('is counted in positions of 1,024 characters, at least one per chapter', async () => {
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

  it('does not include white space between tags', async () => {
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

describe('an unreadable EPUB', () => {
  const refusals: [what: string, files: Record<string, string | Buffer | null>, code: string][] = [
    [
      'without container and package',
      { 'META-INF/container.xml': null, 'OPS/book.opf': null },
      'epub_no_package',
    ],
    [
      '[AF-02] whose container points out of it',
      {
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="../../etc/passwd"/></rootfiles></container>',
      },
      'epub_unsafe',
    ],
    ['without any chapter that is there', { 'OPS/one.xhtml': null }, 'epub_no_chapters'],
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
      { 'OPS/nav.xhtml': '<!DOCTYPE html [<!ENTITY a SYSTEM "b">]><html><nav/></html>' },
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

  it('[AF-02] loses only what is outside of it', async () => {
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

  it('needs neither mimetype nor container to be read', async () => {
    const found = await ingested(bookFile({ mimetype: null, 'META-INF/container.xml': null }));
    assert.equal(found.book.metadata.title, 'A Made Book');
  });
});

/** Changes the checksum of the last entry. */
function damage(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  const last = copy.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  copy.writeUInt32LE(1, last + 16);
  return copy;
}

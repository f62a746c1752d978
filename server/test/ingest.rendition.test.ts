import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

const three = ['one.xhtml', 'two.xhtml', 'three.xhtml'];
const pages = { 'OPS/two.xhtml': page('<p>two</p>'), 'OPS/three.xhtml': page('<p>three</p>') };

async function spineOf(metadata: string, properties: readonly string[], chapters: readonly string[] = three) {
  const spine = properties.map((each, i) => `<itemref idref="c${i}" properties="${each}"/>`).join('');
  const opf = packageDocument({ metadata, spine, chapters });
  const { book } = await ingested(bookFile({ 'OPS/book.opf': opf, ...pages }));
  return book.spine.map(({ rendition }) => rendition ?? null);
}
const layout = (value: string) => `<meta property="rendition:layout">${value}</meta>`;

describe('the layout of spine items', () => {
  it('[E-02] spreads and sides come from the item, else from the package', async () => {
    assert.deepEqual(
      await spineOf(`${layout('pre-paginated')}<meta property="rendition:spread">landscape</meta>`, [
        'page-spread-right',
        'rendition:page-spread-center rendition:spread-none',
        '',
      ]),
      [{ side: 'right', spread: 'landscape' }, { side: 'center', spread: 'none' }, { spread: 'landscape' }],
    );
  });

  it('[E-03] an item may have its own layout; of two contradicting ones the first wins', async () => {
    assert.deepEqual(
      await spineOf(layout('pre-paginated'), [
        '',
        'rendition:layout-reflowable rendition:layout-pre-paginated',
        'rendition:layout-pre-paginated',
      ]),
      [null, { layout: 'reflowable' }, null],
    );
  });

  it('[E-04] flow comes from the item, else from the package, and not for fixed-layout pages', async () => {
    assert.deepEqual(
      await spineOf('<meta property="rendition:flow">scrolled-doc</meta>', [
        '',
        'rendition:flow-paginated',
        'rendition:layout-pre-paginated',
      ]),
      [{ flow: 'scrolled-doc' }, { flow: 'paginated' }, { layout: 'fixed' }],
    );
  });
});

describe('pages of fixed-layout items', () => {
  it('[E-17] one page for each fixed item, whatever its characters; text has one for each 1,024 characters', async () => {
    const long = page(`<p>${'word '.repeat(1_000)}</p>`);
    const positionsOf = async (metadata: string, properties: readonly string[]) => {
      const spine = properties.map((each, i) => `<itemref idref="c${i}" properties="${each}"/>`).join('');
      const opf = packageDocument({ metadata, spine, chapters: three });
      const files = { 'OPS/one.xhtml': long, 'OPS/two.xhtml': long, 'OPS/three.xhtml': long };
      const { book } = await ingested(bookFile({ 'OPS/book.opf': opf, ...files }));
      return book.spine.map(({ first_position, positions }) => [first_position, positions]);
    };
    assert.deepEqual(await positionsOf(layout('pre-paginated'), ['', '', '']), [
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    assert.deepEqual(await positionsOf('', ['rendition:layout-pre-paginated', '', '']), [
      [1, 1],
      [2, 5],
      [7, 5],
    ]);
  });
});

describe('the layout of spine items in EPUB 3.4', () => {
  it('[E-04] align-x-center applies to text, orientation to fixed-layout pages', async () => {
    assert.deepEqual(
      await spineOf('<meta property="rendition:orientation">landscape</meta>', [
        'rendition:align-x-center',
        'rendition:layout-pre-paginated',
        'rendition:layout-pre-paginated rendition:orientation-portrait rendition:align-x-center',
      ]),
      [
        { align: 'center' },
        { layout: 'fixed', orientation: 'landscape' },
        { layout: 'fixed', orientation: 'portrait' },
      ],
    );
  });

  it('[E-05] the pages of a roll are fixed-layout and flow', async () => {
    assert.deepEqual(await spineOf(layout('roll'), ['', '', '']), [
      { flow: 'scrolled-continuous' },
      { flow: 'scrolled-continuous' },
      { flow: 'scrolled-continuous' },
    ]);
  });
});

describe('spine and manifest', () => {
  it('[E-08] a repeated item is read each time, and its text is indexed once', async () => {
    const opf = packageDocument({
      chapters: ['one.xhtml', 'two.xhtml'],
      spine: '<itemref idref="c0"/><itemref idref="c1"/><itemref idref="c1"/>',
    });
    const { book } = await ingested(bookFile({ 'OPS/book.opf': opf, ...pages }));
    assert.deepEqual(
      book.spine.map(({ href, first_position }) => [href, first_position]),
      [
        ['OPS/one.xhtml', 1],
        ['OPS/two.xhtml', 2],
        ['OPS/two.xhtml', 3],
      ],
    );
    assert.deepEqual(
      book.passages.map(({ target }) => target),
      [0, 1],
    );
  });

  it('[E-08] a picture in the table of contents is represented by its alternative text', async () => {
    const entries =
      '<li><a href="one.xhtml"><img src="a.png" alt="The Abbey" title="no"/></a></li><li><a href="one.xhtml">Part <img src="b.png" alt="II"/></a></li>';
    const { book } = await ingested(bookFile({ 'OPS/nav.xhtml': nav(entries) }));
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      ['The Abbey', 'Part II'],
    );
  });

  it('[E-09] a picture of an unsupported type is replaced by its fallback; circular fallbacks by nothing', async () => {
    const manifest =
      '<item id="psd" href="a.psd" media-type="image/x-psd" fallback="png"/><item id="png" href="a.png" media-type="image/png"/><item id="x" href="x.psd" media-type="image/x-psd" fallback="y"/><item id="y" href="y.psd" media-type="image/x-psd" fallback="x"/>';
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ manifest }),
        'OPS/one.xhtml': page('<img src="a.psd" alt="A"/><img src="x.psd" alt="X"/>'),
        ...Object.fromEntries(['a.psd', 'a.png', 'x.psd', 'y.psd'].map((name) => [`OPS/${name}`, name])),
      }),
    );
    assert.match(found.text('OPS/one.xhtml') ?? '', /<img src="a\.png" alt="A"\/><img alt="X"\/>/);
  });

  it('[E-09] a scripted item is replaced by its fallback, and shown when it has none', async () => {
    const manifest =
      '<item id="s" href="s.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="c0"/><item id="t" href="t.xhtml" media-type="application/xhtml+xml" properties="scripted"/>';
    const opf = packageDocument({ manifest, spine: '<itemref idref="s"/><itemref idref="t"/>' });
    const { book } = await ingested(
      bookFile({ 'OPS/book.opf': opf, 'OPS/s.xhtml': page('s'), 'OPS/t.xhtml': page('t') }),
    );
    assert.deepEqual(
      book.spine.map(({ href }) => href),
      ['OPS/one.xhtml', 'OPS/t.xhtml'],
    );
  });

  it('[E-09] resources missing in the manifest are not shown in EPUB 3, but in EPUB 2', async () => {
    const files = { 'OPS/one.xhtml': page('<img src="a.png" alt=""/>'), 'OPS/a.png': 'x' };
    const three = await ingested(bookFile(files));
    assert.match(three.text('OPS/one.xhtml') ?? '', /<img alt=""\/>/);
    const old = packageDocument().replace('version="3.0"', 'version="2.0"');
    const two = await ingested(bookFile({ ...files, 'OPS/book.opf': old }));
    assert.match(two.text('OPS/one.xhtml') ?? '', /<img src="a\.png" alt=""\/>/);
  });

  it('[E-09] a URL with too many steps up ends at the root of the book', async () => {
    const manifest = '<item id="a" href="../media/a.png" media-type="image/png"/>';
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ manifest }),
        'OPS/one.xhtml': page('<img src="../../../media/a.png" alt=""/>'),
        'media/a.png': 'x',
      }),
    );
    assert.match(found.text('OPS/one.xhtml') ?? '', /<img src="\.\.\/media\/a\.png" alt=""\/>/);
  });

  it('[E-09] a page with XML errors is marked, and shown as far as it can be parsed', async () => {
    for (const body of ['<p>An unclosed paragraph.', '<p::p>Two colons.</p::p>']) {
      const { book, text } = await ingested(bookFile({ 'OPS/one.xhtml': page(body) }));
      assert.equal(book.spine[0]?.malformed, true);
      assert.match(text('OPS/one.xhtml') ?? '', /unclosed|colons/);
    }
    const { book } = await ingested(bookFile());
    assert.equal(book.spine[0]?.malformed, undefined);
  });

  it('[E-09] a chapter that is not a page is marked, a page of plain HTML is not', async () => {
    const markedWith = async (content: string) =>
      (await ingested(bookFile({ 'OPS/one.xhtml': content }))).book.spine[0]?.malformed;
    assert.equal(await markedWith('Words without any markup'), true);
    assert.equal(await markedWith('\0\u0001<\uFFFDp>'), true);
    assert.equal(await markedWith('<html><body><p>One<br>two'), undefined);
  });
});

describe('direction and language', () => {
  const metadataOf = async (metadata: string, root = '') => {
    const opf = packageDocument({ metadata, title: ' ' }).replace('<package ', `<package ${root} `);
    return (await ingested(bookFile({ 'OPS/book.opf': opf }))).book.metadata;
  };

  it('[E-07] a title or name declares its direction when its first letter would suggest another', async () => {
    const title = 'CSS: הרפתקה';
    assert.equal(
      (await metadataOf(`<dc:title dir="rtl">${title}</dc:title>`, 'dir="ltr"')).title,
      `\u200F${title}`,
    );
    assert.equal((await metadataOf(`<dc:title>${title}</dc:title>`, 'dir="rtl"')).title, `\u200F${title}`);
    assert.equal((await metadataOf(`<dc:title dir="ltr">${title}</dc:title>`)).title, title);
    assert.equal((await metadataOf('<dc:title dir="ltr">הרפתקה CSS</dc:title>')).title, '\u200Eהרפתקה CSS');
    const { author } = await metadataOf('<dc:creator dir="rtl">W3C הרפתקה</dc:creator>');
    assert.equal(author, '\u200FW3C הרפתקה');
  });

  it('[E-07] a page without a language does not get that of the package', async () => {
    const { text } = await ingested(bookFile({ 'OPS/book.opf': packageDocument({ language: 'fr' }) }));
    assert.doesNotMatch(text('OPS/one.xhtml') ?? '', /lang=/);
  });
});

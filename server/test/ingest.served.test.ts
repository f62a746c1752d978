import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';
import { dangers, inspect } from './support/inspect.ts';

describe('a served book', () => {
  it('has no scripts, and nothing from elsewhere, in any of its files', async () => {
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

  it('has its own package document, which lists its files and nothing else', async () => {
    const opf = packageDocument({
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      chapters: ['one.xhtml', 'two.xhtml'],
      spine:
        '<itemref idref="c1" linear="no" properties="page-spread-left evil"/><itemref idref="gone"/><itemref idref="c0"/><itemref idref="c0"/>',
      spineAttributes: ' page-progression-direction="rtl"',
    });
    const found = await ingested(bookFile({ 'OPS/book.opf': opf, 'OPS/two.xhtml': page('x') }));
    const served = found.text('OPS/book.opf') ?? '';
    assert.deepEqual(
      [...served.matchAll(/<item href="([^"]*)" media-type="([^"]*)"\/>/g)].map(([, href, type]) => [
        href,
        type,
      ]),
      ['two.xhtml', 'one.xhtml', 'nav.xhtml'].map((href) => [href, 'application/xhtml+xml']),
    );
    assert.doesNotMatch(served, /evil|itemref/);
    assert.deepEqual(
      [found.book.layout, found.book.direction, found.book.opf],
      ['fixed', 'rtl', 'OPS/book.opf'],
    );
  });

  it('wraps a drawing or picture in the spine in a page', async () => {
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

  it('uses fallbacks for unsupported types', async () => {
    const found = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          manifest: '<item id="x" href="x.tex" media-type="application/x-tex" fallback="c0"/>',
          spine: '<itemref idref="x"/>',
        }),
        'OPS/x.tex': 'A page',
      }),
    );
    assert.deepEqual(
      found.book.spine.map(({ href }) => href),
      ['OPS/one.xhtml'],
    );
    assert.match(found.text('OPS/book.opf') ?? '', /<item href="one\.xhtml"/);
  });

  it('gives pages names that epub.js recognizes', async () => {
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

  it('finds files whose names differ in case, or have spaces and non-ASCII letters', async () => {
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

  it('has fonts without obfuscation', async () => {
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

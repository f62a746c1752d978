import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

/** A list of files that are encrypted with DRM. */
const lockedFiles = (...files: readonly string[]) => {
  const data = files.map(
    (file) =>
      `<e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><e:CipherData><e:CipherReference URI="${file}"/></e:CipherData></e:EncryptedData>`,
  );
  return `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">${data.join('')}</encryption>`;
};

const bookWith = (...locked: readonly string[]) =>
  bookFile({
    'META-INF/license.lcpl': '{}',
    'META-INF/encryption.xml': lockedFiles(...locked),
    'OPS/book.opf': packageDocument({
      manifest:
        '<item id="v" href="film.mp4" media-type="video/mp4"/><item id="p" href="p.jpg" media-type="image/jpeg"/><item id="x" href="extra.xhtml" media-type="application/xhtml+xml"/>',
    }),
    'OPS/one.xhtml': page('<h1>One</h1><p>Words.</p><video src="film.mp4"/><img src="p.jpg" alt="A map"/>'),
    'OPS/extra.xhtml': page('<p>Not in the spine.</p>'),
    'OPS/film.mp4': 'secret',
    'OPS/p.jpg': 'secret',
  });

describe('[AF-12] an EPUB with DRM', () => {
  it('is read when only its pictures and sounds are encrypted, which are left out', async () => {
    const { book, text } = await ingested(bookWith('OPS/film.mp4', 'OPS/p.jpg'));
    assert.match(text('OPS/one.xhtml') ?? '', /<p>Words\.<\/p>/);
    assert.doesNotMatch(text('OPS/one.xhtml') ?? '', /film\.mp4|p\.jpg/);
    assert.equal(text('OPS/film.mp4'), null);
    assert.equal(text('OPS/p.jpg'), null);
    assert.deepEqual(book.notes, [{ kind: 'missing', count: 2 }]);
    assert.equal(book.cover_source, 'generated');
  });

  it('is read without its table of contents, when that is encrypted', async () => {
    const { book } = await ingested(bookWith('OPS/nav.xhtml'));
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      ['One'],
    );
  });

  for (const file of ['OPS/one.xhtml', 'OPS/book.opf'])
    it(`is refused when ${file} is encrypted`, () =>
      assert.rejects(ingested(bookWith('OPS/film.mp4', file)), { code: 'epub_protected' }));
});

describe('DTBook', () => {
  const dtbook = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE dtbook PUBLIC "-//NISO//DTD dtbook 2005-3//EN" "http://www.daisy.org/z3986/2005/dtbook-2005-3.dtd">
<dtbook xmlns="http://www.daisy.org/z3986/2005/dtbook/" version="2005-3" xml:lang="en">
<head><meta name="dc:Title" content="A Book"/></head>
<book><frontmatter><doctitle>A Book</doctitle><docauthor>Ada</docauthor></frontmatter>
<bodymatter><level1 id="c1"><h1>First</h1><p>Call me <em>Ishmael</em>, on<pagenum id="p2" page="normal">2</pagenum> a page<noteref idref="#n1">1</noteref>.</p>
<list type="ol"><li><lic>One</lic></li></list><list type="pl"><hd>More</hd><li>Two</li></list>
<poem><title>Song</title><line>A line</line></poem><imggroup><img src="p.jpg" alt="A map"/><caption>Map</caption></imggroup>
<table><caption>Sums</caption><tr><td>1</td></tr></table><!-- <level1> --></level1>
<level><hd>Second</hd><level><hd>Inner</hd><p>Some <w>more</w>.</p></level></level></bodymatter>
<rearmatter><note id="n1"><p>A note.</p></note></rearmatter></book></dtbook>`;
  const bookOf = (content: string) =>
    ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          manifest: '<item id="d" href="book.xml" media-type="application/x-dtbook+xml"/>',
          spine: '<itemref idref="d"/>',
        }),
        'OPS/nav.xhtml': nav('<li><a href="book.xml#c1">First</a></li>'),
        'OPS/book.xml': content,
      }),
    );

  it('is read like XHTML', async () => {
    const { book, text } = await bookOf(dtbook);
    const served = (text('OPS/book.xml') ?? '').replaceAll('\n', '');
    for (const part of [
      '<h1>A Book</h1><p>Ada</p>',
      '<section id="c1"><h1>First</h1><p>Call me <em>Ishmael</em>, on<span id="p2" role="doc-pagebreak" title="2"></span> a page<a href="#n1">1</a>.</p>',
      '<ol type="ol"><li><span>One</span></li></ol><ul type="pl"><p>More</p><li>Two</li></ul>',
      '<div><span>Song</span><div>A line</div></div>',
      '<figcaption>Map</figcaption></figure>',
      '<table><caption>Sums</caption><tr><td>1</td></tr></table></section>',
      '<section><h1>Second</h1><section><h2>Inner</h2><p>Some <span>more</span>.</p></section></section>',
      '<aside id="n1"><p>A note.</p></aside>',
    ])
      assert.ok(served.includes(part), `${part}\nis missing in\n${served}`);
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      ['First'],
    );
    assert.match(book.passages.map(({ text }) => text).join(' '), /Call me Ishmael, on a page/);
    assert.equal(book.notes.length, 0);
  });

  it('that is not well-formed, or never ends, is read as far as it can be', async () => {
    for (const broken of [
      dtbook.slice(0, 900),
      dtbook.replace('</level1>', ''),
      `${dtbook.slice(0, 700)}<!-- `,
    ])
      assert.match((await bookOf(broken)).text('OPS/book.xml') ?? '', /Call me/);
  });

  it('[AF-12] pages of another kind are refused as such, not as damaged', async () => {
    const file = bookFile({
      'OPS/book.opf': packageDocument({
        manifest: '<item id="d" href="a.pdf" media-type="application/pdf"/>',
        spine: '<itemref idref="d"/>',
      }),
      'OPS/a.pdf': '%PDF-1.7',
    });
    await assert.rejects(ingested(file), { code: 'epub_unsupported' });
  });
});

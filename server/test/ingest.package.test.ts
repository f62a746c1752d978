import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMetadata } from '../src/intake/ingest/epub/package/metadata.ts';
import { readPackage } from '../src/intake/ingest/epub/package/packageDocument.ts';
import { parseXml } from '../src/intake/ingest/epub/xml/xml.ts';
import { type PackageParts, packageDocument } from './support/bookFiles.ts';

const packageOf = (source: string) => readPackage(parseXml(Buffer.from(source)), 'OPS/book.opf');

describe('the package of a book', () => {
  const source = (parts: PackageParts, from = '', to = '') =>
    packageOf(packageDocument(parts).replace(from, to));

  it('has its unique identifier first', () => {
    const parts = {
      metadata: '<dc:identifier>first</dc:identifier><dc:identifier id="own"> own </dc:identifier>',
    };
    const uuid = 'urn:uuid:12345678-1234-5678-1234-567812345678';
    assert.deepEqual(source(parts).identifiers, [uuid, 'first', 'own']);
    assert.deepEqual(source(parts, 'unique-identifier="id"', 'unique-identifier="own"').identifiers, [
      'own',
      uuid,
      'first',
    ]);
    assert.deepEqual(source(parts, ' unique-identifier="id"').identifiers, [uuid, 'first', 'own']);
  });

  it('has metadata in the elements of older books', () => {
    const older = packageDocument().replace(
      '<dc:title>A Made Book</dc:title>',
      '<dc-metadata><dc:title>Old</dc:title></dc-metadata><x-metadata><meta name="cover" content=" c "/></x-metadata>',
    );
    assert.equal(readMetadata(packageOf(older), '').title, 'Old');
    const oldest = older
      .replace(/(<\/?dc:)title/g, '$1Title')
      .replace('</dc-metadata>', '<dc:Creator role="aut">Some Body</dc:Creator></dc-metadata>');
    const { title, author } = readMetadata(packageOf(oldest), '');
    assert.deepEqual([title, author], ['Old', 'Some Body']);
  });

  it('has the same items with blanks around their ids', () => {
    const plain = packageDocument().replace('<spine', '<spine toc="ncx"');
    const blank = plain.replace(/ (id|idref|toc|fallback|media-overlay)="([^"]*)"/g, ' $1=" $2\n"');
    const { manifest, spine, ncx } = packageOf(blank);
    assert.deepEqual([...manifest], [...packageOf(plain).manifest]);
    assert.deepEqual([spine, ncx], [packageOf(plain).spine, 'ncx']);
  });

  it('may have its metadata outside of <metadata>', () => {
    const bare = packageDocument({ title: 'Bare' })
      .replace(/<\/?metadata[^>]*>/g, '')
      .replace('<package', '<package xmlns:dc="x"');
    assert.equal(readMetadata(packageOf(bare), '').title, 'Bare');
  });

  for (const [element, code] of [
    ['package', 'epub_no_package'],
    ['manifest', 'epub_no_package'],
    ['spine', 'epub_no_chapters'],
  ] as const)
    it(`cannot be read without ${element}`, () =>
      assert.throws(
        () => packageOf(packageDocument().replaceAll(new RegExp(`(</?)${element}`, 'g'), '$1other')),
        { code },
      ));

  it('has the items of its manifest, the first of an id, with what they say', () => {
    const { manifest } = source({
      manifest: `<item id="a" href="sub/a%20b.png?x#y" media-type=" IMAGE/png; q=1" properties=" cover-image  x "/>
        <item id="a" href="other.png" media-type="image/png"/><item href="no-id.png"/><item id="none"/>
        <item id="b" href="https://evil.example/b.mp3" fallback="a" media-overlay="o"/><item id="c" href="c.xhtml#"/>`,
    });
    assert.deepEqual(
      ['a', 'none', 'b', 'c'].map((id) => manifest.get(id)),
      [
        {
          id: 'a',
          path: 'OPS/sub/a b.png',
          isFragment: true,
          mediaType: 'image/png',
          properties: ['cover-image', 'x'],
          fallback: null,
          overlay: null,
        },
        undefined,
        {
          id: 'b',
          path: null,
          isFragment: false,
          mediaType: '',
          properties: [],
          fallback: 'a',
          overlay: 'o',
        },
        {
          id: 'c',
          path: 'OPS/c.xhtml',
          isFragment: false,
          mediaType: '',
          properties: [],
          fallback: null,
          overlay: null,
        },
      ],
    );
  });

  it('has the order of its pages, and which are aside', () => {
    const { spine, ncx } = source({
      spine:
        '<itemref idref="c0" linear="no" properties="page-spread-left x"/><itemref linear="yes"/><other idref="c0"/>',
      spineAttributes: ' toc="n"',
    });
    assert.deepEqual(spine, [
      { idref: 'c0', linear: false, properties: ['page-spread-left', 'x'] },
      { idref: '', linear: true, properties: [] },
    ]);
    assert.equal(ncx, 'n');
    assert.equal(source({}).ncx, null);
  });

  for (const [value, direction] of [
    ['rtl', 'rtl'],
    ['ltr', 'ltr'],
    ['default', null],
    ['', null],
  ] as const)
    it(`is read ${direction ?? 'in the direction of its language'} for "${value}"`, () =>
      assert.equal(
        source({ spineAttributes: ` page-progression-direction="${value}"` }).direction,
        direction,
      ));

  const layouts: [metadata: string, fixedLayout: boolean, roll: boolean][] = [
    ['<meta property="rendition:layout">pre-paginated</meta>', true, false],
    ['<meta property="rendition:layout">roll</meta>', true, true],
    ['<meta property="rendition:layout">reflowable</meta>', false, false],
    ['<meta property="rendition:layout" refines="#c0">pre-paginated</meta>', false, false],
    ['<meta name="fixed-layout" content="true"/>', true, false],
    ['<meta name="fixed-layout" content="false"/>', false, false],
    ['<meta name="fixed-layout"/>', false, false],
    ['', false, false],
  ];
  for (const [metadata, fixedLayout, roll] of layouts)
    it(`${fixedLayout ? 'is' : 'is not'} of fixed layout${roll ? ', as a strip,' : ''} by ${metadata || 'nothing'}`, () => {
      const found = source({ metadata });
      assert.deepEqual([found.fixedLayout, found.roll], [fixedLayout, roll]);
    });

  it('says how pages are spread, flow and are held', () => {
    const meta = (name: string, value: string) => `<meta property="rendition:${name}">${value}</meta>`;
    const { spread, flow, orientation } = source({
      metadata: meta('spread', 'both') + meta('flow', 'paginated') + meta('orientation', 'portrait'),
    });
    assert.deepEqual([spread, flow, orientation], ['both', 'paginated', 'portrait']);
  });

  it('lists all files from EPUB 3 on', () => {
    const versions = ['3.0', '3.3', '2.0', ''].map(
      (version) => source({}, 'version="3.0"', `version="${version}"`).listsAll,
    );
    assert.deepEqual(versions, [true, true, false, false]);
    assert.equal(source({}, ' version="3.0"').listsAll, false);
  });

  it('has places of older books, in order', () => {
    const { guide } = source({
      guide:
        '<guide><reference type="COVER" title=" The  cover " href="cover.xhtml#x"/><reference type="cover" href="other.xhtml"/><reference type="toc"/></guide>',
    });
    assert.deepEqual(guide, [
      { type: 'cover', title: 'The cover', address: 'cover.xhtml#x' },
      { type: 'cover', title: '', address: 'other.xhtml' },
      { type: 'toc', title: '', address: '' },
    ]);
    assert.deepEqual(source({}).guide, []);
  });
});

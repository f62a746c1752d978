import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSpine, renditionOf } from '../src/intake/ingest/epub/package/spine.ts';
import { packageDocument, page } from './support/bookFiles.ts';
import { openedBook } from './support/openedBook.ts';

const item = (id: string, href: string, type: string, more = '') =>
  `<item id="${id}" href="${href}" media-type="${type}"${more}/>`;

async function bookOf(
  manifest: string,
  names: readonly string[] = [],
  more: { spine?: string; version?: string } = {},
) {
  const opf = packageDocument({ manifest, ...(more.spine === undefined ? {} : { spine: more.spine }) });
  return openedBook({
    'OPS/book.opf': opf.replace('version="3.0"', `version="${more.version ?? '3.0'}"`),
    ...Object.fromEntries(names.map((name) => [name, page('x')])),
  });
}

describe('the files of a book', () => {
  const kinds: [href: string, declared: string, kind: string | null, served?: string][] = [
    ['a.xhtml', 'application/xhtml+xml', 'document', 'application/xhtml+xml'],
    ['a.html', 'text/html', 'document', 'application/xhtml+xml'],
    ['a.htm', 'application/html+xml', 'document', 'application/xhtml+xml'],
    ['a.xml', 'text/x-oeb1-document', 'document', 'application/xhtml+xml'],
    ['a.xhtml', 'application/xhtml', 'document', 'application/xhtml+xml'],
    ['a.HTML', '', 'document', 'application/xhtml+xml'],
    ['a.htm', 'x', 'document', 'application/xhtml+xml'],
    ['a.xml', 'x', null],
    ['a.svg', 'image/svg+xml', 'drawing', 'image/svg+xml'],
    ['a.svg', 'application/xhtml+xml', 'drawing', 'image/svg+xml'],
    ['a.SVG', 'application/octet-stream', 'drawing', 'image/svg+xml'],
    ['a.drawing', 'image/svg+xml', 'drawing', 'image/svg+xml'],
    ['a.css', 'application/x-css', 'style', 'text/css'],
    ['a.style', 'text/css', 'style', 'text/css'],
    ['a.style', 'text/x-oeb1-css', 'style', 'text/css'],
    ['a.jpg', 'image/jpg', 'picture', 'image/jpeg'],
    ['a.JPEG', 'x', 'picture', 'image/jpeg'],
    ['a.jpe', 'x', 'picture', 'image/jpeg'],
    ['a.png', 'image/jpeg', 'picture', 'image/png'],
    ['a.gif', 'x', 'picture', 'image/gif'],
    ['a.webp', 'x', 'picture', 'image/webp'],
    ['a.avif', 'x', 'picture', 'image/avif'],
    ['a.bmp', 'x', 'picture', 'image/bmp'],
    ['a.otf', 'application/vnd.ms-opentype', 'font', 'font/otf'],
    ['a.ttf', 'x', 'font', 'font/ttf'],
    ['a.ttc', 'x', 'font', 'font/collection'],
    ['a.woff', 'x', 'font', 'font/woff'],
    ['a.woff2', 'x', 'font', 'font/woff2'],
    ['a.mp3', 'x', 'media', 'audio/mpeg'],
    ['a.m4a', 'x', 'media', 'audio/mp4'],
    ['a.aac', 'x', 'media', 'audio/aac'],
    ['a.ogg', 'x', 'media', 'audio/ogg'],
    ['a.oga', 'x', 'media', 'audio/ogg'],
    ['a.opus', 'x', 'media', 'audio/ogg'],
    ['a.wav', 'x', 'media', 'audio/wav'],
    ['a.mp4', 'x', 'media', 'video/mp4'],
    ['a.m4v', 'x', 'media', 'video/mp4'],
    ['a.webm', 'x', 'media', 'video/webm'],
    ['a.ogv', 'x', 'media', 'video/ogg'],
    ['a.vtt', 'x', 'media', 'text/vtt'],
    ['a.js', 'text/javascript', null],
    ['a.ncx', 'application/x-dtbncx+xml', null],
    ['a.smil', 'application/smil+xml', null],
  ];
  it('are served by their names, and pages also by what they are declared as', async () => {
    for (const [href, declared, kind, served] of kinds) {
      const { files } = await bookOf(item('a', href, declared), [`OPS/${href}`]);
      const file = files.at(`OPS/${href}`);
      assert.deepEqual([file?.kind ?? null, file?.mediaType], [kind, served], `${href} as ${declared}`);
    }
  });

  it('get a name that readers open as pages', async () => {
    const manifest = ['one.txt', 'two', 'three.XML', 'four.xhtml.tmp']
      .map((href, i) => item(`p${i}`, href, 'application/xhtml+xml'))
      .join('');
    const names = ['one.txt', 'two', 'three.XML', 'four.xhtml.tmp', 'two.xhtml', 'two.xhtml.xhtml'];
    const { files } = await bookOf(
      manifest,
      names.map((name) => `OPS/${name}`),
    );
    assert.deepEqual(
      names.slice(0, 4).map((name) => files.at(`OPS/${name}`)?.path),
      ['OPS/one.txt.xhtml', 'OPS/two.xhtml.xhtml.xhtml', 'OPS/three.XML', 'OPS/four.xhtml.tmp.xhtml'],
    );
  });

  it('are those of the manifest; in EPUB 2 also other resources, but no other pages', async () => {
    const names = ['OPS/a.png', 'OPS/b.xhtml', 'META-INF/c.png', 'OPS/d.css'];
    const manifest =
      item('a', 'a.png', 'image/png') +
      item('x', 'gone.png', 'image/png') +
      item('y', '//evil.example/y.png', 'image/png');
    const named = async (version: string) => {
      const { files } = await bookOf(manifest, names, { version });
      assert.equal(files.count, [...files.all()].length);
      return [...files.all()].map(({ name }) => name).sort();
    };
    const listed = ['OPS/a.png', 'OPS/nav.xhtml', 'OPS/one.xhtml'];
    assert.deepEqual(await named('3.0'), listed);
    assert.deepEqual(await named('2.0'), [listed[0], 'OPS/d.css', ...listed.slice(1)]);
  });

  it('are found in another case; what the manifest says first counts', async () => {
    const { files } = await bookOf(
      item('a', 'A.bin', 'text/css') + item('b', 'a.bin', 'application/xhtml+xml'),
      ['OPS/a.bin'],
    );
    assert.equal(files.at('ops/A.BIN')?.kind, 'style');
    assert.equal(files.at('OPS/b.bin'), null);
    assert.equal(files.at(null), null);
  });

  it('are replaced by the first fallback that can be shown', async () => {
    const manifest =
      item('a', 'a.tiff', 'image/tiff', ' fallback="b"') +
      item('b', 'b.mp4', 'x', ' fallback="c"') +
      item('c', 'c.png', 'x', ' fallback="a"') +
      item('d', 'd.tiff', 'image/tiff', ' fallback="e"') +
      item('e', 'e.tiff', 'image/tiff', ' fallback="d"') +
      item('f', 'f.tiff', 'image/tiff');
    const { files } = await bookOf(
      manifest,
      ['a.tiff', 'b.mp4', 'c.png', 'd.tiff', 'e.tiff', 'f.tiff'].map((name) => `OPS/${name}`),
    );
    const policy = files.policyFor('OPS/one.xhtml', 'OPS/one.xhtml');
    assert.equal(policy.picture('a.tiff'), 'c.png');
    assert.equal(policy.resource('a.tiff'), 'b.mp4');
    assert.deepEqual(
      ['d.tiff', 'f.tiff', 'gone.tiff'].map((name) => policy.picture(name)),
      [null, null, null],
    );
  });

  it('are linked with the page that shows them', async () => {
    const { files } = await bookOf(item('a', 'a.svg', 'x') + item('b', 'b.png', 'x'), [
      'OPS/a.svg',
      'OPS/b.png',
      'OPS/a.svg.xhtml',
    ]);
    const policy = files.policyFor('OPS/text/one.xhtml', 'OPS/text/one.xhtml');
    const drawing = files.at('OPS/a.svg');
    assert.ok(drawing);
    assert.equal(policy.link('../a.svg#x'), null);
    assert.equal(files.givePage(drawing), 'OPS/a.svg.xhtml.xhtml');
    assert.equal(files.givePage(drawing), 'OPS/a.svg.xhtml.xhtml');
    assert.deepEqual(policy.link('../a.svg#x'), { address: '../a.svg.xhtml.xhtml#x', outside: false });
    assert.equal(policy.link('../b.png'), null);
    assert.equal(policy.link('//evil.example/'), null);
  });
});

describe('the order of reading', () => {
  const spineOf = async (manifest: string, spine: string, names: readonly string[] = []) => {
    const { archive, source, files } = await bookOf(manifest, names, { spine });
    return readSpine(archive, source, files);
  };

  it('has pages, drawings and pictures, and nothing else', async () => {
    const manifest =
      item('d', 'd.svg', 'x') +
      item('p', 'p.png', 'x') +
      item('m', 'm.mp3', 'x') +
      item('s', 's.css', 'x') +
      item('gone', 'gone.xhtml', 'application/xhtml+xml');
    const refs = ['c0', 'd', 'p', 'm', 's', 'gone', 'unknown']
      .map((id) => `<itemref idref="${id}"/>`)
      .join('');
    const spine = await spineOf(manifest, refs, ['OPS/d.svg', 'OPS/p.png', 'OPS/m.mp3', 'OPS/s.css']);
    assert.deepEqual(
      spine.map(({ idref, page: path }) => [idref, path]),
      [
        ['c0', 'OPS/one.xhtml'],
        ['d', 'OPS/d.svg.xhtml'],
        ['p', 'OPS/p.png.xhtml'],
      ],
    );
  });

  it('says which pages are aside, and how they are laid out', async () => {
    const [only] = await spineOf(
      '',
      '<itemref idref="c0" linear="no" properties="page-spread-left rendition:flow-paginated x-page-spread-left rendition:UP evil"/>',
    );
    assert.equal(only?.linear, false);
    assert.deepEqual(only?.properties, ['page-spread-left', 'rendition:flow-paginated']);
    assert.deepEqual([only?.overlay, only?.brokenClips], [null, 0]);
  });

  it('has a file once when its sections follow it, but repeats what is listed again as a whole', async () => {
    const section = item('section', 'one.xhtml#part', 'application/xhtml+xml');
    const of = async (...ids: string[]) =>
      (await spineOf(section, ids.map((id) => `<itemref idref="${id}"/>`).join(''))).map(
        ({ idref }) => idref,
      );
    assert.deepEqual(await of('c0', 'section', 'nav'), ['c0', 'nav']);
    assert.deepEqual(await of('nav', 'section'), ['nav', 'section']);
    assert.deepEqual(await of('c0', 'nav', 'c0'), ['c0', 'nav', 'c0']);
  });

  it('has the first fallback that browsers show, and one without scripts before others', async () => {
    const xhtml = 'application/xhtml+xml';
    const manifest = [
      item('x', 'x.pdf', 'application/pdf', ' fallback="y"'),
      item('y', 'y.tiff', 'image/tiff', ' fallback="c0"'),
      item('scripted', 's.xhtml', xhtml, ' properties="scripted" fallback="again"'),
      item('again', 't.xhtml', xhtml, ' properties="x scripted" fallback="plain"'),
      item('plain', 'p.png', 'x'),
      item('only', 's.xhtml', xhtml, ' properties="scripted" fallback="other"'),
      item('other', 't.xhtml', xhtml, ' properties="scripted" fallback="only"'),
      item('none', 'x.pdf', 'application/pdf', ' fallback="none"'),
    ].join('');
    const refs = ['x', 'scripted', 'only', 'none'].map((id) => `<itemref idref="${id}"/>`).join('');
    const spine = await spineOf(
      manifest,
      refs,
      ['x.pdf', 'y.tiff', 's.xhtml', 't.xhtml', 'p.png'].map((name) => `OPS/${name}`),
    );
    assert.deepEqual(
      spine.map(({ idref, file }) => [idref, file.name]),
      [
        ['x', 'OPS/one.xhtml'],
        ['scripted', 'OPS/p.png'],
        ['only', 'OPS/s.xhtml'],
      ],
    );
  });
});

describe('the layout of a page', () => {
  const plain = { spread: null, flow: null, orientation: null, roll: false };
  type Source = Parameters<typeof renditionOf>[0];
  const cases: [
    properties: string,
    layout: 'reflowable' | 'fixed',
    source: Partial<Source>,
    expected: object | null,
  ][] = [
    ['', 'fixed', {}, null],
    ['rendition:layout-pre-paginated', 'reflowable', {}, { layout: 'fixed' }],
    ['rendition:layout-reflowable', 'fixed', {}, { layout: 'reflowable' }],
    ['rendition:layout-other', 'fixed', {}, null],
    ['page-spread-left', 'fixed', {}, { side: 'left' }],
    ['rendition:page-spread-right', 'reflowable', {}, { side: 'right' }],
    ['rendition:page-spread-center page-spread-left', 'fixed', {}, { side: 'left' }],
    ['rendition:page-spread-center', 'fixed', {}, { side: 'center' }],
    ['rendition:spread-none', 'fixed', { spread: 'both' }, { spread: 'none' }],
    ['rendition:spread-portrait', 'fixed', {}, { spread: 'both' }],
    ['', 'fixed', { spread: 'landscape' }, { spread: 'landscape' }],
    ['', 'fixed', { spread: 'both' }, { spread: 'both' }],
    ['rendition:spread-both', 'reflowable', { spread: 'both' }, null],
    ['rendition:orientation-landscape', 'fixed', { orientation: 'portrait' }, { orientation: 'landscape' }],
    ['', 'fixed', { orientation: 'portrait' }, { orientation: 'portrait' }],
    ['', 'reflowable', { orientation: 'portrait' }, null],
    ['rendition:align-x-center', 'reflowable', {}, { align: 'center' }],
    ['rendition:align-x-center', 'fixed', {}, null],
    ['rendition:flow-paginated', 'reflowable', { flow: 'scrolled-doc' }, { flow: 'paginated' }],
    ['rendition:flow-scrolled-continuous', 'reflowable', {}, { flow: 'scrolled-continuous' }],
    ['', 'reflowable', { flow: 'scrolled-doc' }, { flow: 'scrolled-doc' }],
    ['', 'fixed', { flow: 'scrolled-doc' }, null],
    ['', 'fixed', { roll: true }, { flow: 'scrolled-continuous' }],
    ['rendition:layout-reflowable', 'fixed', { roll: true }, { layout: 'reflowable' }],
  ];
  for (const [properties, layout, source, expected] of cases)
    it(`with ${properties || 'nothing'} in a book that is ${layout}${JSON.stringify(source)} is ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(
        renditionOf({ ...plain, ...source }, { properties: properties.split(' ') }, layout),
        expected,
      ));
});

describe('an excessive package', () => {
  it('has the first 30,000 items of its spine', async () => {
    const book = await bookOf('', ['OPS/one.xhtml'], { spine: '<itemref idref="c0"/>'.repeat(30_001) });
    assert.equal(readSpine(book.archive, book.source, book.files).length, 30_000);
  });

  it('has the first 20 items of a chain of fallbacks', async () => {
    const chain = Array.from({ length: 30 }, (_, n) =>
      item(
        `t${n}`,
        n === 20 ? 'two.xhtml' : `${n}.tiff`,
        n === 20 ? 'application/xhtml+xml' : 'image/tiff',
        ` fallback="t${n + 1}"`,
      ),
    );
    const spine = '<itemref idref="t0"/><itemref idref="t1"/>';
    const book = await bookOf(chain.join(''), ['OPS/two.xhtml'], { spine });
    assert.deepEqual(
      readSpine(book.archive, book.source, book.files).map(({ idref }) => idref),
      ['t1'],
    );
  });
});

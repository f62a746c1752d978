import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpineItem } from '@lectern/shared-contracts/api/books.ts';
import { findPackage, requestsFixedLayout } from '../src/intake/ingest/epub/container/container.ts';
import { notesOf } from '../src/intake/ingest/epub/ingestEpub.ts';
import {
  contentsFromSpine,
  type RawEntry as Entry,
  readContents,
  readNav,
  readNcx,
  readNcxPages,
} from '../src/intake/ingest/epub/navigation/contents.ts';
import { countUnshown, readSpine } from '../src/intake/ingest/epub/package/spine.ts';
import { parseXml } from '../src/intake/ingest/epub/xml/xml.ts';
import { limits } from '../src/intake/ingest/limits.ts';
import { packageDocument, page } from './support/bookFiles.ts';
import { openedArchive, openedBook } from './support/openedBook.ts';
import { rawZip } from './support/rawZip.ts';

const parsed = (source: string) => parseXml(Buffer.from(source));
const list = (type: string, entries: string) => `<nav epub:type="${type}"><ol>${entries}</ol></nav>`;
const link = (href: string, title = 'T') => `<li><a href="${href}">${title}</a></li>`;
const short = ({ title, address, children }: Entry): unknown[] => [title, address, ...children.map(short)];

describe('a navigation document', () => {
  const nav = (body: string) => readNav(parsed(page(body)));

  it('has its lists by their types, in any order', () => {
    const found = nav(
      list('page-list x', link('1')) +
        list('landmarks', link('2')) +
        list('lot', link('3')) +
        list('x toc', link('4')),
    );
    assert.deepEqual(
      [found.toc, found.landmarks, found.pageList].map(([entry]) => entry?.address),
      ['4', '2', '1'],
    );
  });

  it('[R-07] has titles without the readings of ruby', () => {
    const title = '<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>へ';
    assert.deepEqual(nav(list('toc', link('1', title))).toc.map(short), [['東京へ', '1']]);
  });

  it('has a list without a type as table of contents when none says so, and else nothing', () => {
    const untyped = `<nav><ol>${link('2')}</ol></nav>`;
    const found = nav(list('lot', link('1')) + untyped + untyped.replace('2', '3'));
    assert.deepEqual([found.toc.map(short), found.landmarks, found.pageList], [[['T', '2']], [], []]);
    assert.deepEqual(
      [list('landmarks', link('1')), '', '<nav/>'].map((body) => nav(body).toc),
      [[], [], []],
    );
  });

  const titles: [what: string, entry: string, title: string, address?: string | null][] = [
    ['the text of its link', '<a href="x">One <b>two</b>\n three</a>', 'One two three'],
    ['the texts of pictures', '<a href="x">a<img alt="b"/>c<svg:image title="d"/><img/></a>', 'a b c d'],
    ['its own title when it shows none', '<a href="x" title=" A  title "><img src="y"/></a>', 'A title'],
    ['a heading without a link', '<span>Part</span>', 'Part', null],
    ['a prefixed link', '<h:a href="x">P</h:a>', 'P'],
    ['a link in a paragraph', '<p>See <a href="x">inner</a></p>', 'inner'],
    ['nothing', '<p>no link</p>', '', null],
    ['no comment', '<a href="x"><!-- no -->yes</a>', 'yes'],
    ['at most 300 characters', `<a href="x">${'x'.repeat(400)}</a>`, `${'x'.repeat(299)}…`],
    [
      'at most 300 characters of its title',
      `<a href="x" title="${'x'.repeat(400)}"/>`,
      `${'x'.repeat(299)}…`,
    ],
  ];
  for (const [what, entry, title, address = 'x'] of titles)
    it(`has as an entry ${what}`, () =>
      assert.deepEqual(nav(list('toc', `<li>${entry}</li>`)).toc.map(short), [[title, address]]));

  it('has entries below entries, to a limited depth', () => {
    const inner = nav(
      list('toc', `<li><a href="1">A</a><ol>${link('2')}</ol><ol>${link('3')}</ol></li>${link('4')}`),
    );
    assert.deepEqual(inner.toc.map(short), [
      ['A', '1', ['T', '2']],
      ['T', '4'],
    ]);
    const depth = 40;
    const deep = `${'<li><a href="x">D</a><ol>'.repeat(depth)}${link('x')}${'</ol></li>'.repeat(depth)}`;
    const levels = (entries: readonly Entry[]): number => (entries[0] ? 1 + levels(entries[0].children) : 0);
    assert.equal(levels(nav(list('toc', deep)).toc), limits.tocDepth + 1);
    const points = `<ncx><navMap>${'<navPoint><content src="x"/>'.repeat(depth)}${'</navPoint>'.repeat(depth)}</navMap></ncx>`;
    assert.equal(levels(readNcx(parsed(points))), limits.tocDepth + 1);
  });
});

describe('an NCX', () => {
  const label = (text: string) => `<navLabel><text>${text}</text></navLabel>`;

  it('has points below points', () => {
    const ncx = `<ncx><navMap><navPoint>${label('A')}<content src="1"/><navPoint>${label('B')}</navPoint></navPoint><navPoint><content/></navPoint></navMap></ncx>`;
    assert.deepEqual(readNcx(parsed(ncx)).map(short), [
      ['A', '1', ['B', null]],
      ['', null],
    ]);
    assert.deepEqual(readNcx(parsed('<ncx/>')), []);
  });

  it('has printed pages by label, else by number', () => {
    const ncx = `<ncx><pageList><pageTarget value="1">${label('i')}<content src="1"/></pageTarget><pageTarget value=" 2 ">${label(' ')}</pageTarget><pageTarget value="${'3'.repeat(400)}"/><pageTarget/></pageList></ncx>`;
    assert.deepEqual(readNcxPages(parsed(ncx)).map(short), [
      ['i', '1'],
      ['2', null],
      [`${'3'.repeat(299)}…`, null],
      ['', null],
    ]);
    assert.deepEqual(readNcxPages(parsed('<ncx/>')), []);
  });
});

describe('the contents of a book', () => {
  const chapters = ['one.xhtml', 'two.xhtml'];
  const ncxItem = (id: string, href: string) =>
    `<item id="${id}" href="${href}" media-type="application/x-dtbncx+xml"/>`;
  const point = (src: string) =>
    `<navPoint><navLabel><text>Of the NCX</text></navLabel><content src="${src}"/></navPoint>`;
  const pages = '<pageList><pageTarget value="9"><content src="../two.xhtml"/></pageTarget></pageList>';
  async function contentsOf(
    files: Record<string, string | null>,
    parts: Parameters<typeof packageDocument>[0] = {},
  ) {
    const book = await openedBook({
      'OPS/book.opf': packageDocument({ chapters, ...parts }),
      'OPS/two.xhtml': page('two'),
      ...files,
    });
    return readContents(
      book.archive,
      book.source,
      book.files,
      readSpine(book.archive, book.source, book.files),
    );
  }

  it('leads into the pages that are read, relative to the book', async () => {
    const entries = [
      link('two.xhtml#a%20b'),
      link('https://example.org/'),
      link('nav.xhtml'),
      link('one.xhtml', ''),
      `<li><span>Part</span><ol>${link('one.xhtml', '')}${link('two.xhtml', 'Two')}</ol></li>`,
      `<li><a href="one.xhtml"></a><ol>${link('two.xhtml', 'Two')}</ol></li>`,
      '<li><span>Nothing</span></li>',
    ];
    const { toc } = await contentsOf({ 'OPS/nav.xhtml': page(list('toc', entries.join(''))) });
    const two = { title: 'Two', href: 'OPS/two.xhtml', target: 1, children: [] };
    assert.deepEqual(toc, [
      { title: 'T', href: 'OPS/two.xhtml#a%20b', target: 1, children: [] },
      { title: 'Part', href: null, target: 1, children: [two] },
      { title: '—', href: 'OPS/one.xhtml', target: 0, children: [two] },
    ]);
  });

  it('ends at 20,000 entries, pages and landmarks', async () => {
    const many = link('one.xhtml').repeat(limits.tocEntries + 1);
    const { toc, landmarks, pageList } = await contentsOf({
      'OPS/nav.xhtml': page(list('toc', many) + list('landmarks', many) + list('page-list', many)),
    });
    assert.deepEqual(
      [toc, landmarks, pageList].map(({ length }) => length),
      Array(3).fill(limits.tocEntries),
    );
  });

  it('comes from the NCX when the navigation document has none, the one that the spine names', async () => {
    const files = {
      'OPS/nav.xhtml': page(list('landmarks', link('two.xhtml', 'Start'))),
      'OPS/a.ncx': `<ncx><navMap>${point('one.xhtml')}</navMap></ncx>`,
      'OPS/sub/b.ncx': `<ncx><navMap>${point('../two.xhtml#x')}</navMap>${pages}</ncx>`,
    };
    const manifest = ncxItem('a', 'a.ncx') + ncxItem('b', 'sub/b.ncx');
    const first = await contentsOf(files, { manifest });
    assert.deepEqual(first.toc, [{ title: 'Of the NCX', href: 'OPS/one.xhtml', target: 0, children: [] }]);
    const named = await contentsOf(files, {
      manifest,
      spineAttributes: ' toc="b"',
      guide: '<guide><reference title="G" href="one.xhtml"/></guide>',
    });
    assert.deepEqual(named.toc[0]?.href, 'OPS/two.xhtml#x');
    assert.deepEqual(named.pageList, [{ title: '9', href: 'OPS/two.xhtml', target: 1 }]);
    assert.deepEqual(named.landmarks, [{ title: 'Start', href: 'OPS/two.xhtml', target: 1 }]);
  });

  it('has the pages of the navigation document before those of the NCX', async () => {
    const { pageList } = await contentsOf(
      {
        'OPS/nav.xhtml': page(list('page-list', link('one.xhtml', '1') + link('one.xhtml', ''))),
        'OPS/sub/b.ncx': `<ncx>${pages}</ncx>`,
      },
      { manifest: ncxItem('b', 'sub/b.ncx') },
    );
    assert.deepEqual(pageList, [{ title: '1', href: 'OPS/one.xhtml', target: 0 }]);
  });

  it('has places of the guide, and no contents, without a navigation document and NCX', async () => {
    const guide =
      '<guide><reference title="Cover" href="one.xhtml"/><reference title="Out" href="gone.xhtml"/><reference href="two.xhtml"/></guide>';
    for (const parts of [
      { guide },
      { guide, manifest: ncxItem('a', 'gone.ncx') },
      { guide, manifest: ncxItem('a', '//evil.example/') },
    ]) {
      const found = await contentsOf({ 'OPS/nav.xhtml': null }, parts);
      assert.deepEqual(found, {
        toc: [],
        landmarks: [{ title: 'Cover', href: 'OPS/one.xhtml', target: 0 }],
        pageList: [],
      });
    }
  });

  it('comes from the titles of pages as a last resort', () => {
    const items = [
      { href: 'a', title: 'A' },
      { href: 'b', title: null },
      { href: 'c', title: 'C' },
    ] as SpineItem[];
    assert.deepEqual(contentsFromSpine(items), [
      { title: 'A', href: 'a', target: 0, children: [] },
      { title: 'C', href: 'c', target: 2, children: [] },
    ]);
  });

  it('[E-09] has notes on what cannot be shown', async () => {
    const manifest =
      '<item id="j" href="one.xhtml" properties="scripted x" media-type="x"/><item id="g" href="gone.png" media-type="x"/><item id="o" href="//evil.example/" media-type="x"/>';
    const { archive, source } = await openedBook({ 'OPS/book.opf': packageDocument({ manifest }) });
    const items = [{ malformed: true }, {}] as SpineItem[];
    const spine = [{ brokenClips: 2 }, { brokenClips: 3 }] as ReturnType<typeof readSpine>;
    assert.deepEqual(notesOf({ archive, source, spine, items }), [
      { kind: 'malformed', count: 1 },
      { kind: 'scripts', count: 1 },
      { kind: 'missing', count: 1 },
      { kind: 'sound', count: 5 },
    ]);
    const sound = await openedBook();
    assert.deepEqual(notesOf({ ...sound, spine: [], items: [] }), []);
  });

  it('[E-09] counts the files of the spine that cannot be shown', async () => {
    const item = (id: string, href: string, fallback = '') =>
      `<item id="${id}" href="${href}" media-type="application/x-foo"${fallback}/>`;
    const opf = packageDocument({
      manifest:
        item('a', 'a.foo') +
        item('b', 'b.foo', ' fallback="c0"') +
        item('c', 'c.foo') +
        item('d', 'gone.foo'),
      spine: ['a', 'c0', 'b', 'c', 'a', 'd', 'x'].map((id) => `<itemref idref="${id}"/>`).join(''),
    });
    const book = await openedBook({
      'OPS/book.opf': opf,
      'OPS/a.foo': 'x',
      'OPS/b.foo': 'x',
      'OPS/c.foo': 'x',
    });
    assert.equal(countUnshown(book.archive, book.source, book.files), 2);
  });
});

describe('the container of a book', () => {
  const container = (...paths: string[]) =>
    `<container><rootfiles>${paths.map((path) => `<rootfile full-path="${path}"/>`).join('')}<rootfile/></rootfiles></container>`;
  const zip = (files: Record<string, string>) =>
    openedArchive(rawZip(Object.entries(files).map(([name, data]) => ({ name, data }))));
  const cases: [what: string, files: Record<string, string>, expected: string][] = [
    [
      'the package that the container names',
      { 'META-INF/container.xml': container('b.opf'), 'a.opf': '', 'b.opf': '' },
      'b.opf',
    ],
    [
      'the first that exists',
      { 'META-INF/container.xml': container('gone.opf', 'B.opf'), 'a.opf': '', 'b.opf': '' },
      'b.opf',
    ],
    [
      'the package after a plain text of the book',
      {
        'META-INF/container.xml':
          '<container><rootfile full-path="a.txt" media-type="text/plain"/><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></container>',
        'a.txt': '',
        'b.opf': '',
      },
      'b.opf',
    ],
    ['the only package', { 'META-INF/container.xml': container('gone.opf'), 'a.OPF': '' }, 'a.OPF'],
    [
      'the only package when the path is encoded as a whole',
      { 'META-INF/container.xml': container('b%2Fa.opf'), 'b/a.opf': '' },
      'b/a.opf',
    ],
    ['the only package without a container', { 'a.opf': '', 'a.opf.bak': '' }, 'a.opf'],
  ];
  for (const [what, files, expected] of cases)
    it(`leads to ${what}`, async () => assert.equal(findPackage(await zip(files)), expected));

  const refused: [what: string, files: Record<string, string>, code: string][] = [
    ['two packages without a container', { 'a.opf': '', 'b.opf': '' }, 'epub_no_package'],
    ['a container without a package', { 'META-INF/container.xml': container() }, 'epub_no_package'],
    ['the type of an EPUB only', { mimetype: 'application/epub+zip' }, 'epub_no_package'],
    ['another type', { mimetype: 'application/zip' }, 'unsupported_file'],
    ['any other zip', { 'a.txt': '', 'a.opf.txt': '' }, 'unsupported_file'],
    [
      'a container that leads out',
      { 'META-INF/container.xml': container('../a.opf'), 'a.opf': '' },
      'epub_unsafe',
    ],
    [
      'a container that leads out with a backslash',
      { 'META-INF/container.xml': container('x\\..\\a.opf'), 'a.opf': '' },
      'epub_unsafe',
    ],
    [
      'a container that leads elsewhere',
      { 'META-INF/container.xml': container('file:///a.opf'), 'a.opf': '' },
      'epub_unsafe',
    ],
  ];
  for (const [what, files, code] of refused)
    it(`[AF-02] is refused for ${what}`, async () => {
      const archive = await zip(files);
      assert.throws(() => findPackage(archive), { code });
    });

  const option = (name: string, value: string) =>
    `<display_options><platform><option name="${name}">${value}</option></platform></display_options>`;
  const options: [xml: string | null, fixed: boolean][] = [
    [option('fixed-layout', ' true '), true],
    [option('fixed-layout', 'false'), false],
    [option('open-to-spread', 'true'), false],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', false],
    [null, false],
  ];
  for (const [xml, fixed] of options)
    it(`${fixed ? 'asks' : 'does not ask'} for a fixed layout with ${xml ?? 'no options'}`, async () => {
      const files: Record<string, string> =
        xml === null ? { a: '' } : { 'META-INF/com.apple.ibooks.display-options.xml': xml };
      assert.equal(requestsFixedLayout(await zip(files)), fixed);
    });
});

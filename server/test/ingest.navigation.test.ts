import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

const chapters = ['one.xhtml', 'two.xhtml'];
const two = { 'OPS/two.xhtml': page('<p id="p2">two</p>') };

describe('named places of a file', () => {
  it('are landmarks and printed pages of the navigation document; those without a target are dropped', async () => {
    const list = (type: string, entries: string) => `<nav epub:type="${type}"><ol>${entries}</ol></nav>`;
    const { book } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ chapters }),
        ...two,
        'OPS/nav.xhtml': page(
          list('toc', '<li><a href="one.xhtml">One</a></li>') +
            list('landmarks', '<li><a epub:type="bodymatter" href="two.xhtml">Start here</a></li>') +
            list(
              'page-list',
              '<li><a href="one.xhtml">iv</a><ol><li><a href="two.xhtml#p2">1</a></li></ol></li><li><a href="gone.xhtml">2</a></li>',
            ),
        ),
      }),
    );
    assert.deepEqual(book.landmarks, [{ title: 'Start here', href: 'OPS/two.xhtml', target: 1 }]);
    assert.deepEqual(book.page_list, [
      { title: 'iv', href: 'OPS/one.xhtml', target: 0 },
      { title: '1', href: 'OPS/two.xhtml#p2', target: 1 },
    ]);
  });

  it('[R-07] titles of contents and chapters are without the readings of their characters', async () => {
    const ruby = '<ruby>第<rp>（</rp><rt>だい</rt><rp>）</rp></ruby>一章';
    const complex = '<ruby><rb>第</rb><rb>二</rb><rtc>だいに</rtc></ruby>章';
    const { book } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({ chapters }),
        'OPS/one.xhtml': page(`<h1>${ruby}</h1><p>${ruby}</p>`),
        'OPS/two.xhtml': page(`<h1>${complex}</h1><p id="p2">two</p>`),
        'OPS/nav.xhtml': page(
          `<nav epub:type="toc"><ol><li><a href="one.xhtml">${ruby}</a></li><li><a href="two.xhtml">${complex}</a></li></ol></nav>`,
        ),
      }),
    );
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      ['第一章', '第二章'],
    );
  });

  it('come from the guide and the NCX in older books', async () => {
    const { book } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          chapters,
          manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
          spineAttributes: ' toc="ncx"',
          guide: '<guide><reference type="text" title="Beginning" href="one.xhtml"/></guide>',
        }),
        ...two,
        'OPS/nav.xhtml': null,
        'OPS/toc.ncx':
          '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/><pageList><pageTarget type="normal" value="7"><content src="two.xhtml#p2"/></pageTarget></pageList></ncx>',
      }),
    );
    assert.deepEqual(book.landmarks, [{ title: 'Beginning', href: 'OPS/one.xhtml', target: 0 }]);
    assert.deepEqual(book.page_list, [{ title: '7', href: 'OPS/two.xhtml#p2', target: 1 }]);
  });

  it('are absent when a file has none', async () => {
    const { book } = await ingested(bookFile());
    assert.deepEqual([book.landmarks, book.page_list], [undefined, undefined]);
  });
});

it('[RD-01] an entry of the contents says how much of its chapter is before it', async () => {
  const section = (id: string) => `<h2 id="${id}">Section</h2><p>${'word '.repeat(200)}</p>`;
  const link = (href: string, more = '') => `<li><a href="${href}">T</a>${more}</li>`;
  const sections = `<ol>${['two.xhtml#a', 'two.xhtml#b', 'two.xhtml#gone'].map((href) => link(href)).join('')}</ol>`;
  const { book } = await ingested(
    bookFile({
      'OPS/book.opf': packageDocument({ chapters }),
      'OPS/two.xhtml': page(section('a') + section('b')),
      'OPS/nav.xhtml': page(`<nav epub:type="toc"><ol>${link('two.xhtml', sections)}</ol></nav>`),
    }),
  );
  const [chapter] = book.toc;
  assert.deepEqual(
    [chapter, ...(chapter?.children ?? [])].map((entry) => entry?.fraction),
    [undefined, undefined, 0.5, undefined],
  );
});

describe('[E-08] a spine', () => {
  it('that lists sections of a file after the file has the file once; a file that is listed twice stays twice', async () => {
    const manifest =
      '<item id="s1" href="one.xhtml#a" media-type="application/xhtml+xml"/><item id="s2" href="one.xhtml#b" media-type="application/xhtml+xml"/>';
    const spine = '<itemref idref="c0"/><itemref idref="s1"/><itemref idref="s2"/><itemref idref="c0"/>';
    const { book } = await ingested(bookFile({ 'OPS/book.opf': packageDocument({ manifest, spine }) }));
    assert.deepEqual(
      book.spine.map(({ href }) => href),
      ['OPS/one.xhtml', 'OPS/one.xhtml'],
    );
  });
});

describe('[E-08] a page that is not in the spine', () => {
  const item = (id: string, href: string, more = '') =>
    `<item id="${id}" href="${href}" media-type="application/xhtml+xml"${more}/>`;

  it('comes after the others, and aside, when a link, a frame or the contents lead to it', async () => {
    const pages = ['contents', 'link', 'frame', 'further', 'unused'];
    const { book } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          manifest: pages.map((name) => item(name, `${name}.xhtml`)).join(''),
        }),
        'OPS/one.xhtml': page(
          '<a href="link.xhtml#p">x</a><a href="link.xhtml">x</a><iframe src="frame.xhtml"/>',
        ),
        ...Object.fromEntries(pages.map((name) => [`OPS/${name}.xhtml`, page(name)])),
        'OPS/link.xhtml': page('<a href="further.xhtml">x</a><a href="one.xhtml">x</a>'),
        'OPS/nav.xhtml': nav('<li><a href="contents.xhtml">A</a></li><li><a href="one.xhtml">B</a></li>'),
      }),
    );
    assert.deepEqual(
      book.spine.map(({ href, linear }) => [href, linear]),
      [
        ['OPS/one.xhtml', true],
        ['OPS/contents.xhtml', false],
        ['OPS/link.xhtml', false],
        ['OPS/frame.xhtml', false],
        ['OPS/further.xhtml', false],
      ],
    );
    assert.deepEqual(
      book.toc.map(({ title, target }) => [title, target]),
      [
        ['A', 1],
        ['B', 0],
      ],
    );
  });

  it('is opened as the page that is shown in its place', async () => {
    const { book, text } = await ingested(
      bookFile({
        'OPS/book.opf': packageDocument({
          chapters: ['two.xhtml'],
          manifest:
            item('scripted', 'scripted.xhtml', ' properties="scripted" fallback="plain"') +
            item('plain', 'one.xhtml') +
            '<item id="sound" href="a.bin" media-type="audio/x-unknown" fallback="said"/>' +
            item('said', 'said.xhtml'),
          spine: '<itemref idref="c0"/><itemref idref="scripted"/><itemref idref="sound"/>',
        }),
        'OPS/two.xhtml': page('<a href="scripted.xhtml#p">x</a><a href="a.bin">x</a>'),
        'OPS/scripted.xhtml': page('x'),
        'OPS/said.xhtml': page('said'),
        'OPS/a.bin': 'x',
        'OPS/nav.xhtml': nav('<li><a href="scripted.xhtml">A</a></li><li><a href="a.bin">B</a></li>'),
      }),
    );
    assert.deepEqual(
      book.toc.map(({ href, target }) => [href, target]),
      [
        ['OPS/one.xhtml', 1],
        ['OPS/said.xhtml', 2],
      ],
    );
    assert.match(text('OPS/two.xhtml') ?? '', /<a href="one.xhtml#p">x<\/a><a href="said.xhtml">x<\/a>/);
  });
});

it('[RD-01] contents and links that are CFIs lead to their chapters', async () => {
  const cfi = (step: number) => `book.opf#epubcfi(/6/${step}[c]!/4/2)`;
  const { book, text } = await ingested(
    bookFile({
      'OPS/book.opf': packageDocument({ chapters }),
      'OPS/two.xhtml': page(`<a href="${cfi(2)}">x</a><a href="${cfi(9)}">x</a>`),
      'OPS/nav.xhtml': nav(`<li><a href="${cfi(4)}">B</a></li><li><a href="${cfi(6)}">none</a></li>`),
    }),
  );
  assert.deepEqual(
    book.toc.map(({ title, target }) => [title, target]),
    [['B', 1]],
  );
  assert.match(
    text('OPS/two.xhtml') ?? '',
    /<a href="one.xhtml#epubcfi\(\/6\/2\[c\]!\/4\/2\)">x<\/a><a>x<\/a>/,
  );
});

describe('[E-07] the language of a title', () => {
  const languageOf = async (metadata: string) =>
    (await ingested(bookFile({ 'OPS/book.opf': packageDocument({ metadata }) }))).book.metadata
      .title_language;

  it('is that of its own xml:lang, when it differs from the book’s', async () => {
    const main = (language: string) =>
      `<dc:title id="t" xml:lang="${language}">Les Misérables</dc:title><meta refines="#t" property="title-type">main</meta>`;
    assert.equal(await languageOf(main('fr')), 'fr');
    assert.equal(await languageOf(main('en')), undefined);
    assert.equal(await languageOf(''), undefined);
  });
});

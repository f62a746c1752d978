import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMetadata } from '../src/intake/ingest/epub/package/metadata.ts';
import { readPackage } from '../src/intake/ingest/epub/package/packageDocument.ts';
import { parseXml } from '../src/intake/ingest/epub/xml/xml.ts';
import type { BookMetadata } from '../src/intake/ingest/ingestedBook.ts';
import { type PackageParts, packageDocument } from './support/bookFiles.ts';

const packageOf = (source: string) => readPackage(parseXml(Buffer.from(source)), 'OPS/book.opf');
const metadataOf = (metadata: string, more: PackageParts = {}) =>
  readMetadata(packageOf(packageDocument({ metadata, ...more })), 'from the file');

type Cases = [what: string, metadata: string, expected: Partial<BookMetadata>, more?: PackageParts][];

function check(cases: Cases): void {
  for (const [what, source, expected, more] of cases)
    it(what, () => {
      const found = metadataOf(source, more);
      const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, found[key as 'title']]));
      assert.deepEqual(shown, expected);
    });
}

const ltr = '\u200E';
const rtl = '\u200F';
const hebrew = 'ספר';

describe('[UP-03] the title of a book', () => {
  check([
    ['is the first that is not empty', '<dc:title>Second</dc:title>', { title: 'Second' }, { title: ' \n' }],
    [
      'is the first without a main one',
      '<dc:title>Second</dc:title>',
      { title: 'First' },
      { title: 'First' },
    ],
    [
      'is the main one, not a subtitle',
      '<dc:title id="s">Sub</dc:title><meta refines="#s" property="title-type">subtitle</meta><dc:title id="m">Main</dc:title><meta refines="#x" property="title-type">main</meta><meta refines="#m" property="title-type"> main </meta>',
      { title: 'Main' },
    ],
    [
      'is taken from the file when a program left a placeholder',
      '',
      { title: 'from the file' },
      { title: 'UNTITLED' },
    ],
    ['may contain a placeholder', '', { title: 'An UNTITLED work' }, { title: 'An UNTITLED work' }],
    ['may begin with one', '', { title: 'UNTITLED work' }, { title: 'UNTITLED work' }],
    ['is shortened to 500 characters', '', { title: `${'x'.repeat(499)}…` }, { title: 'x'.repeat(600) }],
    [
      'has its language when it is not that of the book',
      '<dc:title id="m" xml:lang="fr">Le titre</dc:title><meta refines="#m" property="title-type">main</meta>',
      { title: 'Le titre', title_language: 'fr' },
    ],
    [
      'has no language of its own when it is that of the book',
      '<dc:title id="m" xml:lang="EN">A title</dc:title><meta refines="#m" property="title-type">main</meta>',
      { title_language: undefined },
    ],
    [
      'has no language that is none',
      '<dc:title id="m" xml:lang="und">A title</dc:title><meta refines="#m" property="title-type">main</meta>',
      { title_language: undefined },
    ],
  ]);
});

describe('[UP-03] the direction of a name', () => {
  check([
    [
      'is that of its letters without a declaration',
      `<dc:creator>${hebrew}</dc:creator>`,
      { author: hebrew },
    ],
    [
      'is marked when it is not that of its first letter',
      '<dc:creator dir=" RTL ">1. Latin</dc:creator>',
      { author: `${rtl}1. Latin` },
    ],
    [
      'is marked from left to right',
      `<dc:creator dir="ltr">(${hebrew})</dc:creator>`,
      { author: `${ltr}(${hebrew})` },
    ],
    [
      'is not marked when it is that of its first letter',
      `<dc:creator dir="rtl">${hebrew}</dc:creator><dc:creator dir="ltr">Latin</dc:creator>`,
      { author: `${hebrew}, Latin` },
    ],
    [
      'is not marked when it is left to the letters',
      `<dc:creator dir="auto">${hebrew}</dc:creator>`,
      { author: hebrew },
    ],
    [
      'is not marked without letters, from left to right',
      '<dc:creator dir="ltr">42</dc:creator>',
      { author: '42' },
    ],
  ]);

  it('comes from the package when the name has none', () => {
    const source = packageDocument({ title: 'Latin', metadata: '<dc:creator dir="ltr">Ada</dc:creator>' });
    const { title, author } = readMetadata(packageOf(source.replace('<package', '<package dir="rtl"')), '');
    assert.deepEqual([title, author], [`${rtl}Latin`, 'Ada']);
  });

  it('is not marked when there is no name', () => {
    const source = packageDocument({ title: '\u0001' }).replace('<package', '<package dir="rtl"');
    assert.equal(readMetadata(packageOf(source), 'from the file').title, 'from the file');
  });
});

describe('[B-05] a title is sorted', () => {
  const none = { title: '' };
  const title = '<dc:title id="t">A Tale of Two Cities</dc:title>';
  const refined = '<meta refines="#t" property="file-as">Tale of Two Cities, A</meta>';
  const ofCalibre = '<meta name="calibre:title_sort" content="Tale of Two Cities, A"/>';
  const asWritten = '<meta name="calibre:title_sort" content="A Tale of Two Cities"/>';
  check([
    ['as the file says, by a refinement', title + refined, { title_sort: 'Tale of Two Cities, A' }, none],
    ['as calibre says', title + ofCalibre, { title_sort: 'Tale of Two Cities, A' }, none],
    [
      'as the file says, before calibre',
      title + refined + asWritten,
      { title_sort: 'Tale of Two Cities, A' },
      none,
    ],
    ['by itself', title, { title_sort: null }, none],
    ['by itself where the form is the same', title + asWritten, { title_sort: null }, none],
  ]);
});

describe('[UP-03] [F-20] the author of a book', () => {
  const refined = (role: string) =>
    `<dc:creator>Ada</dc:creator><dc:creator id="b">Bo</dc:creator><meta refines="#b" property="role">${role}</meta>`;
  check([
    [
      'is everybody without a role',
      '<dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator>',
      { author: 'Ada, Bo' },
    ],
    ['is named once', '<dc:creator>Ada</dc:creator><dc:creator> Ada </dc:creator>', { author: 'Ada' }],
    ['is nobody without a name', '<dc:creator> </dc:creator>', { author: '' }],
    [
      '[B-05] is sorted as the file says, by an attribute',
      '<dc:creator opf:file-as="Márquez, Gabo">Gabo Márquez</dc:creator>',
      { author: 'Gabo Márquez', author_sort: 'Márquez, Gabo' },
    ],
    [
      '[B-05] is sorted as the file says, by a refinement',
      '<dc:creator id="a">Gabo Márquez</dc:creator><meta refines="#a" property="file-as">Márquez, Gabo</meta>',
      { author_sort: 'Márquez, Gabo' },
    ],
    ['[B-05] may be sorted in no way of its own', '<dc:creator>Ada</dc:creator>', { author_sort: null }],
    [
      'is a helper when there is nobody else',
      '<dc:creator opf:role="ill">Pia</dc:creator>',
      { author: 'Pia' },
    ],
    ['is no helper, by code', refined(' Ill '), { author: 'Ada' }],
    ['is no helper, by URL', refined('http://id.loc.gov/vocabulary/relators/trl'), { author: 'Ada' }],
    ['is no helper, by prefix', refined('marc:nrt'), { author: 'Ada' }],
    ['may have a role that contains that of a helper', refined('xill'), { author: 'Ada, Bo' }],
    ['may have a role that begins with that of a helper', refined('illx'), { author: 'Ada, Bo' }],
    ['is nobody that a program invented', '<dc:creator>Unknown</dc:creator>', { author: '' }],
    [
      'may be called like a placeholder',
      '<dc:creator>Unknown Soldier</dc:creator>',
      { author: 'Unknown Soldier' },
    ],
    ['may end like a placeholder', '<dc:creator>The Unknown</dc:creator>', { author: 'The Unknown' }],
    [
      'has at most 200 characters',
      `<dc:creator>${'x'.repeat(300)}</dc:creator>`,
      { author: `${'x'.repeat(199)}…` },
    ],
  ]);
});

describe('[UP-03] what a book is about', () => {
  const subjects = (...names: string[]) => names.map((name) => `<dc:subject>${name}</dc:subject>`).join('');
  check([
    [
      'is a subject in one part',
      subjects('Whaling -- Fiction', ' ', 'Sea stories', 'Whales'),
      { genre: 'Sea stories' },
    ],
    [
      'else the part that is a genre',
      subjects('Whaling -- Juvenile Fiction', 'A -- Poetry'),
      { genre: 'Juvenile Fiction' },
    ],
    [
      'else the first part of the first subject',
      subjects('Whales -- Fictional', 'A -- B'),
      { genre: 'Whales' },
    ],
    ['is nothing without subjects', '', { genre: null, tags: [] }],
    [
      'has the other subjects as tags: at most ten, none longer than 40 characters or twice',
      subjects('Sea stories', 'Whales', 'whales', 'x'.repeat(41), 'Twain, Mark', ...'abcdefghij'),
      { genre: 'Sea stories', tags: ['Whales', 'Twain, Mark', ...'abcdefgh'] },
    ],
    [
      'is what the publisher of the file says first',
      `${subjects('Sea stories')}<meta property="se:subject">Adventure</meta><meta property="se:other">No</meta>`,
      { genre: 'Adventure' },
    ],
    ['has at most 120 characters', subjects('x'.repeat(150)), { genre: `${'x'.repeat(119)}…` }],
    [
      'is not described by a placeholder',
      '<dc:description> Unknown </dc:description>',
      { description: null },
    ],
    [
      'may be described with the word',
      '<dc:description>Of unknown origin</dc:description>',
      { description: 'Of unknown origin' },
    ],
    [
      'has at most 10,000 characters',
      `<dc:description>${'x'.repeat(10_001)}</dc:description>`,
      { description: `${'x'.repeat(9_999)}…` },
    ],
  ]);
});

describe('[UP-03] when and by whom a book was published', () => {
  check([
    [
      'is the date of publication',
      '<dc:date opf:event="creation">1998</dc:date><dc:date>1997</dc:date><dc:date opf:event="publication">1999</dc:date>',
      { published: '1999' },
    ],
    [
      'else the date without an event',
      '<dc:date opf:event="creation">1998</dc:date><dc:date>1997</dc:date>',
      { published: '1997' },
    ],
    [
      'else the first date',
      '<dc:date opf:event="creation">1998</dc:date><dc:date opf:event="modification">2001</dc:date>',
      { published: '1998' },
    ],
    ['is a day without a time', '<dc:date>2011-09-01T10:00:00Z</dc:date>', { published: '2011-09-01' }],
    [
      '[B-04] is none where calibre wrote none',
      '<dc:date>0101-01-01T00:00:00+00:00</dc:date>',
      { published: null },
    ],
    ['[B-04] is none where .NET wrote none', '<dc:date>0001-01-01</dc:date>', { published: null }],
    ['[B-04] is a year without month and day', '<dc:date>1998-00-00</dc:date>', { published: '1998' }],
    [
      '[B-04] is a month without its day',
      '<dc:date>1998-05-00T00:00:00Z</dc:date>',
      { published: '1998-05' },
    ],
    [
      '[B-04] may be before our era',
      '<dc:date>-0043-03-15T00:00:00Z</dc:date>',
      { published: '-0043-03-15' },
    ],
    ['is as written otherwise', '<dc:date>ca. 2011-09-01</dc:date>', { published: 'ca. 2011-09-01' }],
    ['is as written when it is not a whole day', '<dc:date>2011-09-1</dc:date>', { published: '2011-09-1' }],
    [
      'has at most 40 characters',
      `<dc:date>${'x'.repeat(50)}</dc:date>`,
      { published: `${'x'.repeat(39)}…` },
    ],
    [
      'is nothing when it is empty',
      '<dc:date> </dc:date><dc:publisher> </dc:publisher>',
      { published: null, publisher: null },
    ],
    [
      'has a publisher of at most 300 characters',
      `<dc:publisher>${'x'.repeat(400)}</dc:publisher>`,
      { publisher: `${'x'.repeat(299)}…` },
    ],
    [
      'has the first publisher',
      '<dc:publisher>One</dc:publisher><dc:publisher>Two</dc:publisher>',
      { publisher: 'One' },
    ],
    ['has a language in its usual form', '', { language: 'pt-BR' }, { language: 'PT_br' }],
    ['has no language that is none', '', { language: null }, { language: 'und' }],
  ]);
});

describe('[UP-03] the series of a book', () => {
  const collection = (name: string, id: string, more = '') =>
    `<meta property="belongs-to-collection" id="${id}">${name}</meta>${more}`;
  const refine = (id: string, property: string, value: string) =>
    `<meta refines="#${id}" property="${property}">${value}</meta>`;
  check([
    ['is a collection without a type', collection('Cycle', 'a'), { series: 'Cycle', series_index: null }],
    [
      'is no set',
      collection('Set', 'a', refine('a', 'collection-type', 'set')) +
        collection(
          'Cycle',
          'b',
          refine('b', 'collection-type', 'series') + refine('b', 'group-position', '2.5'),
        ),
      { series: 'Cycle', series_index: 2.5 },
    ],
    ['is no collection without a name', collection(' ', 'a') + collection('Cycle', 'b'), { series: 'Cycle' }],
    [
      'has no place that is no number',
      collection('Cycle', 'a', refine('a', 'group-position', 'two')),
      { series_index: null },
    ],
    [
      'has no empty place',
      collection('Cycle', 'a', refine('a', 'group-position', ' ')),
      { series_index: null },
    ],
    [
      'has no endless place',
      collection('Cycle', 'a', refine('a', 'group-position', 'Infinity')),
      { series_index: null },
    ],
    [
      'has a name of at most 300 characters',
      collection('x'.repeat(400), 'a'),
      { series: `${'x'.repeat(299)}…` },
    ],
    [
      'is that of calibre first',
      `${collection('Cycle', 'a')}<meta name="calibre:series" content=" Old "/><meta name="calibre:series_index" content="0"/>`,
      { series: 'Old', series_index: 0 },
    ],
    [
      'of calibre has at most 300 characters',
      `<meta name="calibre:series" content="${'x'.repeat(400)}"/>`,
      { series: `${'x'.repeat(299)}…`, series_index: null },
    ],
    [
      '[B-04] is the one after an empty one of calibre, with its own number',
      ['', 'Second Arc']
        .map(
          (name, at) =>
            `<meta name="calibre:series" content="${name}"/><meta name="calibre:series_index" content="${9 - 7 * at}"/>`,
        )
        .join(''),
      { series: 'Second Arc', series_index: 2 },
    ],
    [
      '[B-04] is a collection where that of calibre is empty',
      `<meta name="calibre:series" content=""/><meta name="calibre:series_index" content="9"/>${collection('Cycle', 'a', refine('a', 'group-position', '2.2.1'))}`,
      { series: 'Cycle', series_index: 2.2 },
    ],
    ['is none', '<meta property="other">x</meta>', { series: null, series_index: null }],
  ]);
});

describe('[UP-03] the ISBN of a book', () => {
  check([
    [
      'is an identifier',
      '<dc:identifier>urn:isbn:9781573878296</dc:identifier>',
      { isbn: '9781573878296', isbn10: '1573878294', isbn13: '9781573878296' },
    ],
    [
      'is a source that says so',
      '<dc:source>x</dc:source><dc:source>ISBN 9781573878296</dc:source>',
      { isbn: '9781573878296' },
    ],
    [
      'is no source that does not say so',
      '<dc:source>9781573878296</dc:source>',
      { isbn: null, isbn10: null, isbn13: null },
    ],
  ]);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { marksIn, marksOut, takeIn, whaleChapter, whaleEpub } from './support/annotations/marks.ts';
import { page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { makePdf } from './support/pdf.ts';
import { rawZip } from './support/rawZip.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

let server: TestServer;
let ada: Client;
let bookId: string;
before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  bookId = (await uploadBook(ada, whaleEpub('The Whale'))).id;
});

let marks = 0;
const mark = (
  exact: string | null,
  more: { source?: string; selector?: object[] } & Record<string, unknown> = {},
) => {
  const { source = 'text/two.xhtml', selector = [], ...fields } = more;
  const words = exact === null ? [] : [{ type: 'TextQuoteSelector', exact }];
  return {
    id: `urn:test:${++marks}`,
    type: 'Annotation',
    created: '2025-05-05T10:00:00Z',
    target: { source, selector: [...words, ...selector] },
    ...fields,
  };
};
const setOf = (...items: object[]) => ({
  type: 'AnnotationSet',
  about: { 'dc:title': 'The Whale', 'dc:creator': ['A. Writer'] },
  items,
});
const text = (value: string, more = {}) => ({ body: { type: 'TextualBody', value, ...more } });
const whale = 'The white whale of two swam slowly';
const written = async (reader = ada) => ({
  highlights: (await reader.call('GET /highlights', {})).items,
  notes: (await reader.call('GET /notes', {})).items,
  bookmarks: (await reader.call('GET /books/:id/bookmarks', { params: { id: bookId } })).items,
});
const countAll = async () => Object.values(await written()).flat().length;

const placed: [string, object, string, number | null][] = [
  ['words in their chapter', mark(whale), 'placed', 1],
  ['words with other white space and hyphens', mark('The white  whale\nof two'), 'placed', 1],
  ['a resource by its path in the file', mark(whale, { source: 'OPS/text/two.xhtml' }), 'placed', 1],
  ['words in another chapter than said', mark('The white whale of one swam', {}), 'near', 0],
  [
    'words of which only the beginning is here',
    mark('The white whale of two swam slowly past the boat, and then it was gone'),
    'near',
    1,
  ],
  ['words that are nowhere', mark('Call me Ishmael'), 'not_found', null],
  [
    'the id of an element',
    mark(null, { selector: [{ type: 'FragmentSelector', value: 'first' }] }),
    'placed',
    1,
  ],
  [
    'a CSS path with a position',
    mark(null, {
      selector: [
        {
          type: 'CssSelector',
          value: 'body > div > p:nth-child(2)',
          refinedBy: { type: 'TextPositionSelector', start: 4, end: 9 },
        },
      ],
    }),
    'placed',
    1,
  ],
  ['a progression only', mark(null, { selector: [{ type: 'ProgressionSelector', value: 0.5 }] }), 'near', 1],
  ['a resource that is not here', mark(null, { source: 'text/nine.xhtml' }), 'not_found', null],
];
// As Thorium 3.3 exports them, of a protected book without the words.
const thoriumSelectors = (start: number, end: number) => [
  {
    type: 'CssSelector',
    value: '.editor:nth-child(4) > .editor',
    refinedBy: { type: 'TextPositionSelector', start: 0, end: end - start },
  },
  { type: 'TextPositionSelector', start, end },
  { type: 'ProgressionSelector', value: 0.2 },
  {
    type: 'FragmentSelector',
    conformsTo: 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html',
    value: 'epubcfi(/6/6!/4/6/4,/1:4,/1:15)',
  },
  { type: 'CfiSelector', value: '/4/6/4,/1:4,/1:15' },
];
const chapterText = whaleChapter('two').replaceAll(/<[^>]+>/g, '');

describe('[B-07] the proof', () => {
  test('of a highlight of Thorium without words takes them from the book, and no CFI of a foreign file', async () => {
    const start = chapterText.indexOf('white whale');
    const item = mark(null, {
      selector: thoriumSelectors(start, start + 'white whale'.length),
      motivation: 'highlighting',
      ...text('', { color: 'pink', highlight: 'solid', tag: '' }),
    });
    const { items } = await ada.call('POST /marks/proof', { body: takeIn(setOf(item)) });
    assert.deepEqual(
      items.map((one) => [one.verdict, one.kind, one.text]),
      [['placed', 'highlight', 'white whale']],
    );
    await ada.call('POST /marks/import', { body: takeIn(setOf(item)) });
    const [highlight] = (await written()).highlights;
    assert.deepEqual([highlight?.text, highlight?.color], ['white whale', 'pink']);
    assert.deepEqual([highlight?.position?.spine_index, highlight?.position?.cfi], [1, undefined]);
  });

  test('of the same mark in two files of a zip counts it once', async () => {
    const item = JSON.stringify(setOf(mark(whale)));
    const file = rawZip(['1', '2'].map((name) => ({ name: `${name}.annotation`, data: item })));
    assert.equal((await ada.call('POST /marks/proof', { body: takeIn(file) })).counts.placed, 1);
    assert.equal((await ada.call('POST /marks/import', { body: takeIn(file) })).import?.marks, 1);
  });

  for (const [title, item, verdict, page] of placed)
    test(`${title}: ${verdict}`, async () => {
      const proof = await ada.call('POST /marks/proof', { body: takeIn(setOf(item)) });
      assert.deepEqual(
        proof.items.map((one) => one.verdict),
        [verdict],
      );
      assert.equal(proof.items[0]?.page === null, page === null);
      const { import: done } = await ada.call('POST /marks/import', { body: takeIn(setOf(item)) });
      assert.equal(done?.marks, 1);
      const [row] = Object.values(await written()).flat();
      assert.equal(row?.position?.spine_index ?? null, page);
    });

  test('writes nothing, and lists what is not found first', async () => {
    const proof = await ada.call('POST /marks/proof', {
      body: takeIn(setOf(mark(whale), mark('Call me Ishmael', text('Hm')))),
    });
    assert.deepEqual(proof.counts, { placed: 1, near: 0, not_found: 1, known: 0 });
    assert.deepEqual(
      proof.items.map(({ text: words, note }) => [words, note]),
      [
        ['Call me Ishmael', 'Hm'],
        [whale, ''],
      ],
    );
    assert.equal(await countAll(), 0);
    assert.deepEqual((await ada.call('GET /marks/imports', {})).items, []);
  });

  test('leaves out a book that is not here or not surely it, and takes the reader’s choice', async () => {
    const foreign = { ...setOf(mark(whale)), about: { 'dc:title': 'Emma', 'dc:creator': ['Jane Austen'] } };
    const like = (words: string) => ({
      ...setOf(mark(words)),
      about: { 'dc:title': 'The Whale', 'dc:creator': ['A. Writer', 'B. Editor'] },
    });
    const first = await ada.call('POST /marks/proof', { body: takeIn(foreign) });
    assert.deepEqual([first.sets[0]?.book, first.sets[0]?.marks], [null, 1]);
    const second = await ada.call('POST /marks/proof', { body: takeIn(like('Call me Ishmael')) });
    assert.equal(second.sets[0]?.book, null);
    // The words say that it is the book.
    const third = await ada.call('POST /marks/proof', { body: takeIn(like(whale)) });
    assert.equal(third.sets[0]?.book?.id, bookId);
    const { import: none } = await ada.call('POST /marks/import', { body: takeIn(foreign) });
    assert.equal(none, null);
    const chosen = { ...takeIn(foreign), books: [{ set: 0, book_id: bookId }] };
    assert.equal((await ada.call('POST /marks/proof', { body: chosen })).counts.placed, 1);
    const eve = await server.reader();
    await eve.fails(404, 'POST /marks/proof', { body: chosen });
  });
});

describe('[B-07] an import', () => {
  const set = () =>
    setOf(
      mark(whale, {
        ...text('<script>alert(1)</script>', { color: 'orange', highlight: 'underline' }),
        motivation: 'commenting',
      }),
      mark('Call me Ishmael', text('Where is this?', { tags: ['lost'] })),
      mark('It is the first line of chapter two', { ...text('Begin'), motivation: 'bookmarking' }),
    );

  test('writes each mark as what it is; one that is not found becomes a note with what it had', async () => {
    await ada.call('POST /marks/import', { body: takeIn(set()) });
    const { highlights, notes, bookmarks } = await written();
    assert.deepEqual(
      highlights.map(({ text: words, note, color, style, created_at }) => [
        words,
        note,
        color,
        style,
        created_at,
      ]),
      [[whale, '<script>alert(1)</script>', 'yellow', 'underline', '2025-05-05T10:00:00.000Z']],
    );
    assert.deepEqual(
      notes.map(({ content, tags, page: at, position }) => [content, tags, at, position]),
      [['Where is this?', ['lost'], null, { quote: { exact: 'Call me Ishmael' } }]],
    );
    assert.deepEqual(
      bookmarks.map(({ label }) => label),
      ['Begin'],
    );
  });

  test('of the same file twice adds nothing', async () => {
    const body = takeIn(set());
    const both = await Promise.all([1, 2].map(() => ada.call('POST /marks/import', { body })));
    assert.deepEqual(both.map((done) => done.import?.marks).sort(), [3, undefined]);
    assert.deepEqual((await ada.call('POST /marks/proof', { body })).counts, {
      placed: 0,
      near: 0,
      not_found: 0,
      known: 3,
    });
    assert.equal((await ada.call('POST /marks/import', { body })).import, null);
    assert.equal(await countAll(), 3);
    assert.equal((await ada.call('GET /marks/imports', {})).items.length, 1);
  });

  test('is undone at once: exactly what it has written, but not what was changed since', async () => {
    await ada.call('POST /books/:id/highlights', {
      params: { id: bookId },
      body: { text: 'Nothing.', color: 'green' },
    });
    const done = await ada.call('POST /marks/import', { body: takeIn(set()) });
    const [, kept] = (await written()).notes.concat((await written()).notes);
    await ada.call('PUT /notes/:id', { params: { id: kept?.id ?? '' }, body: { content: 'Mine now' } });
    const params = { id: done.import?.id ?? '' };
    const eve = await server.reader();
    await eve.fails(404, 'DELETE /marks/imports/:id', { params });
    assert.deepEqual(await ada.call('DELETE /marks/imports/:id', { params }), { removed: 2, kept: 1 });
    const { highlights, notes, bookmarks } = await written();
    assert.deepEqual(
      [highlights.map(({ text: words }) => words), notes.map(({ content }) => content), bookmarks],
      [['Nothing.'], ['Mine now'], []],
    );
    await ada.fails(404, 'DELETE /marks/imports/:id', { params });
  });

  test('two readers import the same file, and neither meets the marks of the other', async () => {
    const body = takeIn(set());
    const eve = await server.reader();
    await uploadBook(eve, whaleEpub('The Whale'));
    for (const reader of [ada, eve])
      assert.equal((await reader.call('POST /marks/import', { body })).import?.marks, 3);
    const ids = (await Promise.all([ada, eve].map((reader) => reader.call('GET /highlights', {})))).map(
      ({ items }) => items[0]?.id,
    );
    assert.notEqual(ids[0], ids[1]);
  });
});

describe('[B-07] a file that is not taken', () => {
  test('broken JSON is refused', async () => {
    const body = takeIn(Buffer.from('{"items": [\n{"id": oops}]}'));
    for (const key of ['POST /marks/proof', 'POST /marks/import'] as const)
      assert.equal((await ada.fails(422, key, { body })).code, 'marks_unreadable');
  });

  test('200,000 marks are refused with the limit', async () => {
    const item = JSON.stringify(mark(whale));
    const file = Buffer.from(`{"items":[${Array(200_000).fill(item).join(',')}]}`).subarray(0, 15_900_000);
    const many = `{"items":[${Array(200_000).fill('{"target":{}}').join(',')}]}`;
    assert.equal(
      (await ada.fails(413, 'POST /marks/proof', { body: takeIn(Buffer.from(many)) })).code,
      'marks_too_many',
    );
    const error = await ada.fails(413, 'POST /marks/proof', { body: takeIn(Buffer.concat([file, file])) });
    assert.ok(['marks_too_many', 'body_too_large'].includes(error.code), error.code);
  });
});

describe('[B-07] annotations in the file of a book', () => {
  test('a copy has them, is read again at the upload, and can be undone', async () => {
    await ada.call('POST /marks/import', { body: takeIn(setOf(mark(whale, text('So', { color: 'pink' })))) });
    const copy = await marksOut(ada, { book_id: bookId, in_file: true });
    const files = await unzip(copy);
    assert.equal([...files.keys()][0], 'mimetype');
    assert.deepEqual(files.get('OPS/text/two.xhtml')?.toString(), page(whaleChapter('two')));
    const set = JSON.parse(files.get('META-INF/annotations.json')?.toString() ?? '');
    assert.equal(set.items[0].target.source, 'text/two.xhtml');
    const eve = await server.reader();
    const { id } = await uploadBook(eve, copy, 'The Whale.epub');
    const highlights = async () => (await eve.call('GET /books/:id/highlights', { params: { id } })).items;
    assert.deepEqual(
      (await highlights()).map(({ note, color }) => [note, color]),
      [['So', 'pink']],
    );
    const [done] = (await eve.call('GET /marks/imports', {})).items;
    assert.deepEqual([done?.name, done?.marks], ['The Whale.epub', 1]);
    await eve.call('DELETE /marks/imports/:id', { params: { id: done?.id ?? '' } });
    assert.deepEqual(await highlights(), []);
  });

  test('Readium’s forerunner is read, and what is damaged does not keep a book away', async () => {
    const eve = await server.reader();
    const embedded = JSON.stringify(setOf(mark(whale)));
    const { id } = await uploadBook(eve, whaleEpub('Two', { 'META-INF/annotations.annotation': embedded }));
    assert.equal((await eve.call('GET /books/:id/highlights', { params: { id } })).items.length, 1);
    const broken = await uploadBook(eve, whaleEpub('Three', { 'META-INF/annotations.json': '{' }));
    assert.equal(broken.title, 'Three');
  });
});

describe('[B-07] marks in a PDF', () => {
  test('go out with their page and their words, and come in at that page', async () => {
    const eve = await server.reader();
    const bytes = makePdf({ pages: [['Words on the first page'], ['The white whale swam slowly past']] });
    const [mine, theirs] = [await uploadBook(ada, bytes, 'a.pdf'), await uploadBook(eve, bytes, 'a.pdf')];
    const params = { id: mine.id };
    const said = { text: 'white whale swam', color: 'green' as const, page: 2, position: { page: 2 } };
    await ada.call('POST /books/:id/highlights', { params, body: said });
    const file = await marksOut(ada, { book_id: mine.id });
    assert.deepEqual((await eve.call('POST /marks/proof', { body: takeIn(file) })).counts.placed, 1);
    await eve.call('POST /marks/import', { body: takeIn(file) });
    const [highlight] = (await eve.call('GET /books/:id/highlights', { params: { id: theirs.id } })).items;
    assert.deepEqual([highlight?.text, highlight?.color, highlight?.page], [said.text, 'green', 2]);
  });
});

describe('[B-07] an export', () => {
  test('has one set for each book of a collection, and none for books without marks', async () => {
    const other = await uploadBook(ada, whaleEpub('Another'));
    const orange = mark(whale, text('', { color: 'orange' }));
    await ada.call('POST /marks/import', { body: takeIn(setOf(orange)) });
    const collection = async (bookIds: string[]) => {
      const params = { id: crypto.randomUUID() };
      await ada.call('PUT /collections/:id', {
        params,
        body: { name: 'Sea', description: null, color: null, icon: null, bookIds },
      } as never);
      return marksIn(await marksOut(ada, { collection_id: params.id }));
    };
    assert.deepEqual(
      (await collection([bookId, other.id])).map(({ about }) => about['dc:title']),
      ['The Whale'],
    );
    assert.deepEqual(await collection([other.id]).catch(() => []), []);
    const [set] = await marksIn(await marksOut(ada, { book_id: bookId }));
    assert.equal(set?.items[0].body.color, 'orange');
    assert.deepEqual(set?.about['dc:creator'], ['A. Writer']);
    const eve = await server.reader();
    const { url } = await eve.call('POST /export', { body: { marks: { book_id: bookId } } });
    for (const address of [url, `${url}&book=${bookId}`])
      assert.equal((await fetch(new URL(address, eve.origin))).status, 404);
  });
});

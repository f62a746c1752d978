import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { deviceProgressOf, placeOfDevice } from '../src/devices/xpointer/bookPlaces.ts';
import type { OriginalChapter } from '../src/devices/xpointer/readOriginal.ts';
import { offsetOfXPointer, parseXPointer, xPointerAt } from '../src/devices/xpointer/resolveXPointer.ts';
import { blobKeys } from '../src/store/blobs/blobs.ts';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import fc from './support/fastCheck.ts';
import { absent, realBooks } from './support/realBooks.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBytes } from './support/stored.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;
before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
});
after(() => server.stop());

/** Unique words with their positions in crengine, derived manually from the rules of its parser. */
const chapter = page(`
  <script>not.served()</script>
  <h1>Chapter  one</h1>
  <div>loose
    <p>first</p>
    <p>second <b>bold</b> <i>slanted</i> tail&amp;amp <!-- comment -->after</p>
    between
    <p id="named">third\n    line</p>
  </div>
  <form><p>inform</p></form>
  <pre>
a\tb  kept</pre>
  <p>😀emoji <![CDATA[cdata]]>rest</p>
  <ul><li>item</li><li>entry&nbsp;more</li></ul>
  <svg xmlns="http://www.w3.org/2000/svg"><title>drawing</title><text>drawn</text></svg>
  <p>last</p>`);

const places: readonly [word: string, pointer: string][] = [
  ['Chapter', '/body/DocFragment[1]/body/h1/text().0'],
  ['one', '/body/DocFragment[1]/body/h1/text().8'],
  ['loose', '/body/DocFragment[1]/body/div/text()[1].0'],
  ['first', '/body/DocFragment[1]/body/div/p[1]/text().0'],
  ['second', '/body/DocFragment[1]/body/div/p[2]/text()[1].0'],
  ['bold', '/body/DocFragment[1]/body/div/p[2]/b/text().0'],
  ['slanted', '/body/DocFragment[1]/body/div/p[2]/i/text().0'],
  ['tail', '/body/DocFragment[1]/body/div/p[2]/text()[3].1'],
  ['amp', '/body/DocFragment[1]/body/div/p[2]/text()[3].6'],
  ['after', '/body/DocFragment[1]/body/div/p[2]/text()[4].0'],
  ['between', '/body/DocFragment[1]/body/div/text()[2].1'],
  ['third', '/body/DocFragment[1]/body/div/p[3]/text().0'],
  ['line', '/body/DocFragment[1]/body/div/p[3]/text().6'],
  ['inform', '/body/DocFragment[1]/body/form/p/text().0'],
  ['b  kept', '/body/DocFragment[1]/body/pre/text().9'],
  ['emoji', '/body/DocFragment[1]/body/p[1]/text()[1].1'],
  ['cdata', '/body/DocFragment[1]/body/p[1]/text()[2].0'],
  ['rest', '/body/DocFragment[1]/body/p[1]/text()[3].0'],
  ['entry', '/body/DocFragment[1]/body/ul/li[2]/text().0'],
  ['more', '/body/DocFragment[1]/body/ul/li[2]/text().6'],
  ['last', '/body/DocFragment[1]/body/p[2]/text().0'],
];

async function bookOf(file: Uint8Array) {
  const { id } = await uploadBook(ada, file);
  return server.services.db.selectFrom('books').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
const parts = () => ({ originals: server.services.originals, db: server.services.db });

describe('a chapter', () => {
  let made: OriginalChapter;
  before(async () => {
    const { id } = await bookOf(bookFile({ 'OPS/one.xhtml': chapter }));
    made = (await server.services.originals.chapter({ id, file_id: null }, 0)) as OriginalChapter;
  });
  const offsetOf = (pointer: string) => {
    const parsed = parseXPointer(pointer);
    return parsed && offsetOfXPointer(made.body, parsed);
  };

  for (const [word, pointer] of places) {
    test(`${pointer} is “${word}”`, () => {
      assert.equal(offsetOf(pointer), made.servedText.indexOf(word));
    });
    test(`“${word}” is ${pointer}`, () => {
      assert.equal(xPointerAt(made.texts, made.servedText.indexOf(word), 1), pointer);
    });
  }

  for (const [what, variant, same] of [
    ['[1] everywhere', '/body[1]/DocFragment[1]/body[1]/div[1]/p[1]/text()[1].0', 'first'],
    ['no index of a first one', '/body/DocFragment/body/div/p/text().0', 'first'],
    ['.0 on an element', '/body/DocFragment[1]/body/div/p[2].0', 'second'],
    ['an element without a point', '/body/DocFragment[1]/body/div/p[2]/i', 'slanted'],
    ['a child by its number', '/body/DocFragment[1]/body/div/p[2].3', 'slanted'],
    ['an id', '#_doc_fragment_0_ named', 'third'],
    ['a chapter', '/body/DocFragment[1].0', '\n  Chapter'],
    ['an offset beyond the end', '/body/DocFragment[1]/body/div/p[1]/text().900', '\n    second'],
  ] as const)
    test(`another notation: ${what}`, () => {
      const offset = offsetOf(variant);
      const text = made.servedText.replace(/^\s*/, '');
      if (what === 'a chapter') assert.equal(offset, 0);
      else if (what.startsWith('an offset')) assert.equal(offset, made.servedText.indexOf('first') + 5);
      else assert.equal(offset, made.servedText.indexOf(same), text);
    });

  for (const foreign of [
    '/body/DocFragment[1]/body/div[2]/p',
    '/body/DocFragment[1]/body/div/p[2]/text()[9].0',
    '/body/DocFragment[1]/html/p',
    '#_doc_fragment_0_ nobody',
  ])
    test(`${foreign} does not exist`, () => assert.equal(offsetOf(foreign), null));

  for (const nonsense of [
    '',
    'x',
    '/body/div',
    '/body/DocFragment[0',
    '/body/DocFragment[1]/p[0].1',
    '/body/DocFragment[1]/a b',
    `/body/DocFragment[1]${'/div'.repeat(700)}`,
    '/body/DocFragment[1]/body/p[position()=1]',
  ])
    test(`${nonsense.slice(0, 40)} is not an XPointer`, () => assert.equal(parseXPointer(nonsense), null));

  test('property: what is written is parsed as the same position', () => {
    const element = fc.constantFrom('div', 'p', 'span', 'section', 'svg');
    const index = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(element, index), { maxLength: 20 }),
        index,
        fc.nat(9_999),
        (steps, text, offset) => {
          const at = (name: string, n: number | null) => (n === null ? name : `${name}[${n}]`);
          const path = [...steps.map(([name, n]) => at(name, n)), at('text()', text)].join('/');
          const pointer = parseXPointer(`/body/DocFragment[7]/body/${path}.${offset}`);
          assert.ok(pointer?.kind === 'path');
          assert.deepEqual([pointer.fragment, pointer.offset], [7, offset]);
          assert.deepEqual(
            pointer.steps.slice(1).map((step) => step.index),
            [...steps.map(([, n]) => n), text],
          );
        },
      ),
    );
  });
});

test('a long text is split as by crengine: after the last space of each 8,192 characters', async () => {
  const words = Array.from({ length: 3_000 }, (_, n) => `word${n}`).join(' ');
  const { id } = await bookOf(bookFile({ 'OPS/one.xhtml': page(`<p>${words}</p>`) }));
  const made = (await server.services.originals.chapter({ id, file_id: null }, 0)) as OriginalChapter;
  const cut = words.slice(0, 8_192).lastIndexOf(' ') + 1;
  assert.equal(xPointerAt(made.texts, cut - 1, 1), `/body/DocFragment[1]/body/p/text()[1].${cut - 1}`);
  assert.equal(xPointerAt(made.texts, cut, 1), '/body/DocFragment[1]/body/p/text()[2].0');
});

test('[O-18] of a page with too many elements no positions are known, only the percentage', async () => {
  const elements = '<b>a</b>'.repeat(60_500);
  const book = await bookOf(bookFile({ 'OPS/one.xhtml': page(`<p>${elements}</p>`) }));
  assert.equal(await server.services.originals.chapter({ id: book.id, file_id: null }, 0), null);
  const said = { progress: '/body/DocFragment[1]/body/p/b[9]/text().0', percentage: 0.5 };
  assert.equal((await placeOfDevice(parts(), book, said))?.isExact, false);
});

test('items of the spine that are not XHTML are counted', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
  const book = await bookOf(
    bookFile({
      'OPS/book.opf': packageDocument({
        chapters: ['one.xhtml', 'two.xhtml'],
        manifest:
          '<item id="s" href="s.svg" media-type="image/svg+xml"/><item id="lost" href="lost.xhtml" media-type="application/xhtml+xml"/>',
        spine:
          '<itemref idref="s"/><itemref idref="lost"/><itemref idref="nobody"/><itemref idref="c0"/><itemref idref="c1"/>',
      }),
      'OPS/nav.xhtml': nav('<li><a href="one.xhtml">One</a></li>'),
      'OPS/s.svg': svg,
      'OPS/one.xhtml': page('<p>one</p>'),
      'OPS/two.xhtml': page('<div><p>two</p></div>'),
    }),
  );
  const spineIndexAt = async (progress: string) =>
    (await placeOfDevice(parts(), book, { progress, percentage: 0.5 }))?.position.spine_index;
  // The drawing, a missing item, and the two chapters.
  assert.equal(await spineIndexAt('/body/DocFragment[4]/body/div/p/text().1'), 2);
  assert.equal(await spineIndexAt('/body/DocFragment[3]/body/p/text().1'), 1);
  const place = { current_page: 3, position: { spine_index: 2, fraction: 0 } as Locator };
  assert.equal(await deviceProgressOf(parts(), book, place), '/body/DocFragment[4]/body/div/p/text().0');
});

test('random positions of real books come back as the same character', async (context) => {
  const books = realBooks('epub');
  if (books.length === 0) return context.skip(absent);
  const { originals, blobs } = server.services;
  let tried = 0;
  let same = 0;
  for (const { path } of books.slice(0, 3)) {
    const bookId = randomUUID();
    await putBytes({ blobs }, blobKeys.original({ id: bookId, file_id: null }), await readFile(path));
    const served = (await originals.fragments({ id: bookId, file_id: null })).filter(
      (index) => index !== null,
    );
    for (const dice of fc.sample(fc.nat(), { numRuns: 40, seed: 42 })) {
      const read = await originals.chapter({ id: bookId, file_id: null }, served[dice % served.length] ?? 0);
      const letters = [...(read?.servedText.matchAll(/\p{L}/gu) ?? [])];
      const offset = letters[dice % Math.max(1, letters.length)]?.index;
      if (!read || offset === undefined) continue;
      const pointer = parseXPointer(xPointerAt(read.texts, offset, 1));
      tried++;
      if (pointer && offsetOfXPointer(read.body, pointer) === offset) same++;
    }
  }
  assert.ok(tried > 100, `${tried}`);
  assert.ok(same / tried >= 0.995, `${same} of ${tried}`);
});

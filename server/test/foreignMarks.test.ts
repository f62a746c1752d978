import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { takeIn, whaleEpub } from './support/annotations/marks.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;
before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  await uploadBook(ada, whaleEpub('The Whale'));
});

const written = async (reader: Client) => ({
  highlights: (await reader.call('GET /highlights', {})).items,
  notes: (await reader.call('GET /notes', {})).items,
});

const clippings = (...entries: [location: number, words: string][]) =>
  entries
    .map(
      ([location, words]) =>
        `The Whale (Writer, A.)\r\n- Your Highlight on Location ${location}-${location + 1} | Added on Sunday, November 29, 2026 10:11:12 AM\r\n\r\n${words}\r\n==========\r\n`,
    )
    .join('');

test('clippings of a Kindle are placed with the words of the book, once, whatever program brings them', async () => {
  const file = clippings(
    [10, 'The white whaIe of one swarn slowly past the ship at dawn'],
    [40, 'hite whale of two swam … the ship at dawn.'],
    [41, 'Call me Ishmael'],
  );
  const body = takeIn(Buffer.from(`\uFEFF${file}`), 'My Clippings.txt');
  const { counts } = await ada.call('POST /marks/proof', { body });
  assert.deepEqual(counts, { placed: 2, near: 0, not_found: 1, known: 0 });
  await ada.call('POST /marks/import', { body });
  const { highlights, notes } = await written(ada);
  assert.deepEqual(
    highlights.map(({ text, position, created_at }) => [text, position?.spine_index, created_at]).sort(),
    [
      ['The white whale of one swam slowly past the ship at dawn', 0, '2026-11-29T10:11:12.000Z'],
      ['hite whale of two swam slowly past the ship at dawn.', 1, '2026-11-29T10:11:12.000Z'],
    ],
  );
  assert.deepEqual(
    notes.map(({ position }) => position?.quote?.exact),
    ['Call me Ishmael'],
  );
  const readwise =
    'Highlight,Book Title,Book Author,Note\nThe white whale of one swam slowly past the ship at dawn,The Whale,A. Writer,';
  const again = takeIn(Buffer.from(readwise));
  assert.equal((await ada.call('POST /marks/proof', { body: again })).counts.known, 1);
  assert.equal((await ada.call('POST /marks/import', { body: again })).import, null);
});

test('the same words elsewhere in a chapter, or with another thought, are another mark', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `<p>Line ${line} of the long chapter goes on.</p>`);
  lines[5] = lines[50] = '<p>He laughed aloud, and nobody knew why he had done it.</p>';
  const { id } = await uploadBook(
    ada,
    bookFile({
      'OPS/book.opf': packageDocument({
        title: 'Laughter',
        metadata: '<dc:creator>A. Writer</dc:creator>',
        chapters: ['one.xhtml'],
      }),
      'OPS/one.xhtml': page(lines.join('')),
    }),
  );
  const words = 'He laughed aloud, and nobody knew why he had done it';
  const rows = (...cells: string[]) =>
    takeIn(Buffer.from(`Highlight,Book Title,Book Author,Note,Location\n${cells.join('\n')}`));
  const at = (line: number, note = '') => [
    `Line ${line - 1} of the long chapter goes on.,Laughter,A. Writer,,${line - 1}`,
    `"${words}",Laughter,A. Writer,${note},${line}`,
    `Line ${line + 1} of the long chapter goes on.,Laughter,A. Writer,,${line + 1}`,
  ];
  const here = async () => (await ada.call('GET /books/:id/highlights', { params: { id } })).items.length;
  await ada.call('POST /marks/import', { body: rows(...at(5)) });
  assert.equal(await here(), 3);
  await ada.call('POST /marks/import', { body: rows(...at(5), ...at(50)) });
  assert.equal(await here(), 6);
  await ada.call('POST /marks/import', { body: rows(...at(5, 'So').map((row) => `${row}00`)) });
  assert.equal(await here(), 7);
});

test('words that stand at several places are at the one that the marks around them tell, else nowhere', async () => {
  const chapter = (name: string) =>
    page(`<p>The start of chapter ${name}.</p><p>He laughed aloud.</p><p>The end of chapter ${name}.</p>`);
  await uploadBook(
    ada,
    bookFile({
      'OPS/book.opf': packageDocument({
        title: 'Laughter',
        metadata: '<dc:creator>A. Writer</dc:creator>',
        chapters: ['one.xhtml', 'two.xhtml'],
      }),
      'OPS/one.xhtml': chapter('one'),
      'OPS/two.xhtml': chapter('two'),
    }),
  );
  const verdicts = async (...entries: [number, string][]) => {
    const file = clippings(...entries).replaceAll('The Whale', 'Laughter');
    const { items } = await ada.call('POST /marks/proof', { body: takeIn(Buffer.from(file)) });
    return Object.fromEntries(
      items.map(({ text, verdict, page: at }) => [text, verdict === 'placed' ? at : verdict]),
    );
  };
  const between = await verdicts(
    [10, 'The start of chapter two'],
    [11, 'He laughed aloud.'],
    [12, 'The end of chapter two'],
  );
  assert.equal(between['He laughed aloud.'], between['The end of chapter two']);
  const alone = await verdicts([11, 'He laughed aloud.'], [12, 'The end of chapter two.']);
  assert.equal(alone['He laughed aloud.'], 'not_found');
});

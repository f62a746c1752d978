import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { turnsOfChapters } from './support/faults/slowWork.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

const chapter = (name: string) =>
  page(
    `<h1>${name}</h1><p>First of ${name}.</p><div><p>Second <i>of</i> ${name}, and more words of it.</p></div>`,
  );
const names = ['one', 'two', 'three'];
const file = bookFile({
  'OPS/book.opf': packageDocument({ chapters: names.map((name) => `${name}.xhtml`) }),
  'OPS/nav.xhtml': nav(names.map((name) => `<li><a href="${name}.xhtml">${name}</a></li>`).join('')),
  ...Object.fromEntries(names.map((name) => [`OPS/${name}.xhtml`, chapter(name)])),
});

let server: TestServer;
let ada: Client;
let device: Device;
let bookId: string;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  device = await addDevice(ada, { scopes: ['write'] });
  bookId = (await uploadBook(ada, file, 'A Book.epub')).id;
});

const entry = (said: object) => ({
  sort: 'highlight',
  page: 3,
  time: 1_700_000_000,
  drawer: 'lighten',
  ...said,
});
const send = async (body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await device.fetch('/dav/all-books.json', { method: 'PUT', body: text });
  assert.ok(answer.ok, `${answer.status}`);
};
const highlights = async (id = bookId) =>
  (await ada.call('GET /books/:id/highlights', { params: { id } })).items.toSorted((a, b) =>
    a.text < b.text ? -1 : 1,
  );

test('[S-17] an export that names thousands of books delays no other request', async () => {
  const documents = Array.from({ length: 1_900 }, (_, at) => ({
    title: `Book ${at}`,
    entries: [entry({ text: 'x' })],
  }));
  let [isImported, answered] = [false, 0];
  const imported = send({ documents }).then(() => {
    isImported = true;
  });
  for (; !isImported; answered += 1) await (await ada.fetch('/v1/health')).text();
  await imported;
  assert.ok(answered > 20, `${answered} answers meanwhile`);
});

test('highlights from KOReader’s exporter are imported by XPointer, else by text, each once', async () => {
  const document = {
    title: 'Another title',
    file: '/mnt/onboard/A Book.epub',
    entries: [
      entry({
        text: 'First of two.',
        pn_xp: '/body/DocFragment[2]/body/p/text().0',
        note: 'A thought',
        color: 'purple',
        drawer: 'underscore',
      }),
      entry({
        text: 'Second of\nthree, and more',
        pn_xp: '/body/DocFragment[1]/body/p[77]/text().0',
        color: 'gray',
      }),
      entry({ text: 'Words that are nowhere' }),
      { sort: 'note', text: 'no highlight' },
    ],
  };
  await send({
    created_on: 1,
    version: '1',
    documents: [document, { title: 'Unknown', entries: document.entries }],
  });
  const found = await highlights();
  assert.deepEqual(
    found.map(({ text, color, style, note, created_at, position }) => ({
      text,
      color,
      style,
      note,
      created_at,
      chapter: position?.spine_index,
      words: position?.quote?.exact,
    })),
    [
      {
        text: 'First of two.',
        color: 'purple',
        style: 'underline',
        note: 'A thought',
        created_at: '2023-11-14T22:13:20.000Z',
        chapter: 1,
        words: 'First of two.',
      },
      {
        text: 'Second of\nthree, and more',
        color: 'yellow',
        style: 'highlight',
        note: null,
        created_at: '2023-11-14T22:13:20.000Z',
        chapter: 2,
        words: 'Second of three, and more',
      },
      {
        text: 'Words that are nowhere',
        color: 'yellow',
        style: 'highlight',
        note: null,
        created_at: '2023-11-14T22:13:20.000Z',
        chapter: undefined,
        words: 'Words that are nowhere',
      },
    ],
  );
  await send({ created_on: 2, version: '1', ...document });
  assert.equal((await highlights()).length, 3);
});

test('a highlight in a PDF is on its page; a book is also found by a unique title', async () => {
  const { id, title } = await uploadBook(ada, makePdf({ pages: [['One'], ['Two'], ['Three']] }), 'Paper.pdf');
  await send({ created_on: 1, version: '1', title, entries: [entry({ text: 'Two', pn_xp: 2 })] });
  assert.deepEqual(
    (await highlights(id)).map(({ page, text }) => [page, text]),
    [[2, 'Two']],
  );
});

test('other JSON, and what only looks like an export, is stored as a file and changes nothing', async () => {
  for (const body of [
    '[',
    '[]',
    'null',
    '{"entries":[1,null,{"sort":"highlight"}]}',
    '{"documents":{"a":1}}',
    '{"documents":[null]}',
  ])
    await send(body);
  assert.deepEqual(await highlights(), []);
});

test('[O-18] others are answered between the places that a device has sent', async () => {
  const pointer = '/body/DocFragment[2]/body/p/text().0';
  const entries = Array.from({ length: 20 }, (_, index) =>
    entry({ text: `Nowhere ${index}.`, pn_xp: pointer }),
  );
  const turns = await turnsOfChapters(server.services, () => send({ file: 'A Book.epub', entries }));
  assert.equal(turns.length, 20);
  assert.equal(new Set(turns).size, turns.length);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;
let device: Device;
let bookId: string;
let now = new Date();
const later = () => {
  now = new Date(now.getTime() + 60_000);
};

const file = bookFile({
  'OPS/book.opf': packageDocument({ chapters: ['one.xhtml', 'two.xhtml'] }),
  'OPS/nav.xhtml': nav('<li><a href="one.xhtml">One</a></li>'),
  'OPS/one.xhtml': page('<p>First words.</p>'),
  'OPS/two.xhtml': page('<p>Second chapter.</p><p id="here">And some more of it, quite long.</p>'),
});

before(async () => {
  server = await startServer({ services: { now: () => now } });
  ada = await server.reader('ada');
  device = await addDevice(ada);
  bookId = (await uploadBook(ada, file)).id;
});
after(() => server.stop());

const phone = { id: 'urn:uuid:00000000-0000-4000-8000-000000000001', name: 'Phone' };
const put = (body: unknown, id = bookId, of = device) =>
  of.fetch(`/opds/books/${id}/progression`, {
    method: 'PUT',
    headers: { 'content-type': 'application/opds-progression+json' },
    body: JSON.stringify(body),
  });
const said = (references: string[] | undefined, progression = 0.1) => ({
  modified: now.toISOString(),
  device: phone,
  progression,
  ...(references ? { references } : {}),
});
const placeOf = (id = bookId) => ada.call('GET /books/:id/progress', { params: { id } });

test('each book links to its progression', async () => {
  for (const version of ['v2', 'v1.2'])
    assert.match(
      await (await device.fetch(`/opds/${version}/books`)).text(),
      new RegExp(`/opds/books/${bookId}/progression`),
    );
});

test('none yet is 200 with an empty body; the first is 201 and returned unchanged', async () => {
  const none = await device.fetch(`/opds/books/${bookId}/progression`);
  assert.deepEqual([none.status, await none.text()], [200, '']);
  const body = said(['two.xhtml#here', '#of-the-future(7)'], 0.7);
  const created = await put(body);
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('content-type'), 'application/opds-progression+json');
  const stored = (await created.json()) as Record<string, unknown>;
  assert.deepEqual(stored, { ...body, title: 'A Made Book' });
  assert.deepEqual(await (await device.fetch(`/opds/books/${bookId}/progression`)).json(), stored);
  const place = await placeOf();
  assert.deepEqual(
    [place?.position?.spine_index, place?.position?.quote?.exact, place?.device],
    [1, 'And some more of it, quite long.', 'Phone'],
  );
});

for (const [what, references, words] of [
  ['an XPointer', ['#xpointer(/body/DocFragment[2]/body/p[2]/text().4)'], 'some more of it, quite long.'],
  ['words', ['OPS/two.xhtml#:~:text=more%20of'], 'more of it, quite long.'],
  [
    'the first 200 characters of words',
    [`OPS/two.xhtml#:~:text=more%20of${'%20'.repeat(200)}nothing`],
    'more of it, quite long.',
  ],
  ['a chapter', ['two.xhtml'], 'Second chapter.And some more of it, quite long.'],
  ['the first that is there', ['two.xhtml#nobody', 'nine.xhtml', 'one.xhtml'], 'First words.'],
] as const)
  test(`a position by ${what}`, async () => {
    later();
    assert.equal((await put(said([...references]))).status, 200);
    assert.equal((await placeOf())?.position?.quote?.exact, words);
  });

test('a progression in the whole book, when nothing else is given', async () => {
  later();
  await put(said(undefined, 0.6));
  const place = await placeOf();
  assert.deepEqual([place?.percentage, place?.position?.spine_index], [60, 1]);
});

test('an older position is 409, and added to the history', async () => {
  const old = { ...said(['one.xhtml']), modified: new Date(now.getTime() - 1_000).toISOString() };
  const response = await put(old);
  assert.equal(response.status, 409);
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  assert.equal(
    ((await response.json()) as { type: string }).type,
    'https://registry.opds.io/error#progression-date',
  );
  assert.equal((await placeOf())?.percentage, 60);
});

test('a clock that is years ahead counts as now', async () => {
  later();
  assert.equal((await put({ ...said(['one.xhtml']), modified: '2099-01-01T00:00:00Z' })).status, 200);
  assert.equal((await placeOf())?.updated_at, now.toISOString());
});

test('a position from a browser has references to find it', async () => {
  later();
  const position = { spine_index: 1, fraction: 0.5, quote: { exact: 'some more of it' } };
  await ada.call('PUT /books/:id/progress', {
    params: { id: bookId },
    body: {
      current_page: 2,
      total_pages: 2,
      percentage: 75,
      updated_at: now.toISOString(),
      position,
      device: 'Chrome',
    },
  });
  const stored = (await (await device.fetch(`/opds/books/${bookId}/progression`)).json()) as Record<
    string,
    unknown
  >;
  assert.equal(stored.progression, 0.75);
  assert.deepEqual(stored.references, [
    '#xpointer(/body/DocFragment[2]/body/p[2]/text().4)',
    'OPS/two.xhtml#:~:text=some%20more%20of%20it',
    'OPS/two.xhtml',
  ]);
});

for (const [what, body] of [
  ['a share above one', { modified: '2026-01-01T00:00:00Z', device: phone, progression: 2 }],
  ['no device', { modified: '2026-01-01T00:00:00Z', progression: 0 }],
  ['no date', { modified: 'today', device: phone, progression: 0 }],
] as const)
  test(`${what} is 400 in the protocol’s format`, async () => {
    const response = await put(body);
    assert.equal(response.status, 400);
    assert.match(((await response.json()) as { type: string }).type, /#progression-invalid-payload$/);
  });

test('another user’s book is 404, a password without the scope 403', async () => {
  const eve = await addDevice(await server.reader('eve'));
  assert.equal((await put(said(undefined), bookId, eve)).status, 404);
  assert.equal((await eve.fetch(`/opds/books/${bookId}/progression`)).status, 404);
  const reads = await addDevice(ada, { scopes: ['read'] });
  assert.equal((await put(said(undefined), bookId, reads)).status, 403);
});

test('a PDF uses pages', async () => {
  const { id } = await uploadBook(ada, makePdf({ pages: [['One.'], ['Two.'], ['Three.']] }), 'x.pdf');
  await put(said(['#page=2']), id);
  assert.deepEqual((await placeOf(id))?.position, { page: 2 });
});

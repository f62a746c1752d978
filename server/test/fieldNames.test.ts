import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';

type Answer = Omit<Book, 'status'> & Omit<ErrorBody, 'status'> & { status: string; total: number };

let server: TestServer;
let ada: Client;
let id: string;

before(async () => {
  server = await startServer();
  ada = await server.reader();
  id = await addBook(server.services, ada.user?.id ?? '', { title: 'A Book' });
});
after(() => server.stop());

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await ada.fetch(`/v1${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
};
const patch = (body: object) => send('PATCH', `/books/${id}`, body);

for (const status of ['in_progress', 'started reading', 'started_reading'])
  test(`[W-08] [BS-02] the status “${status}” in a patch, a query, an import and the catalog`, async () => {
    assert.equal((await patch({ status })).body.status, 'reading');
    assert.ok((await send('GET', `/books?status=${encodeURIComponent(status)}`)).body.total >= 1);
    const items = [{ title: `Imported ${status}`, author: 'B', status }];
    assert.equal((await send('POST', '/books/import', { items })).status, 200);
    const device = await addDevice(ada);
    const feed = await device.fetch(`/opds/v2/books?status=${encodeURIComponent(status)}`);
    assert.match(await feed.text(), /A Book/);
  });

test('[W-08] [DM-01] aliases of a book: isReading, dateAdded', async () => {
  assert.equal((await patch({ isReading: false })).body.is_reading, false);
  const added = '2020-01-02T03:04:05.000Z';
  assert.equal((await patch({ dateAdded: added })).body.created_at, added);
  assert.equal((await patch({ currentPage: 7 })).body.current_page, 7);
});

for (const name of ['cover', 'cover_image_url', 'cover_url'])
  test(`[W-08] [DM-01] ${name} of a book is made by the library: another one is refused by name`, async () => {
    const { status, body } = await patch({ [name]: 'https://elsewhere.example/cover.jpg' });
    assert.deepEqual([status, body.details?.[0]?.field], [422, 'cover_url']);
  });

test('[W-08] a whole book may be sent back, with what cannot be written', async () => {
  const { body } = await send('GET', `/books/${id}`);
  assert.equal((await patch({ ...body, title: 'Another' })).body.title, 'Another');
});

for (const field of ['bookId', 'book_id'])
  test(`[W-08] a note with ${field} is in its book`, async () => {
    const { status, body } = await send('POST', '/notes', { content: `By ${field}`, [field]: id });
    assert.equal(status, 201);
    assert.equal((body as unknown as { book_id: string }).book_id, id);
  });

for (const [method, path, body, field] of [
  ['PATCH', '/books/:id', { favourite: true }, 'favourite'],
  ['POST', '/notes', { content: 'x', kolor: 'red' }, 'kolor'],
  [
    'PUT',
    '/books/:id/progress',
    { current_page: 1, total_pages: 2, percentage: 5, pages: 3, updated_at: '2026-01-01T00:00:00Z' },
    'pages',
  ],
  ['POST', '/api/gamification/goals', { title: 'x', type: 'daily', target: 3, prize: 1 }, 'prize'],
] as const)
  test(`[W-08] ${method} ${path}: the unknown field “${field}” is refused by name`, async () => {
    const answer = await send(method, path.replace(':id', id), body);
    assert.deepEqual([answer.status, answer.body.details?.[0]?.field], [422, field]);
    assert.match(answer.body.error, new RegExp(field));
  });

for (const [field, items] of [
  ['items.1.kolor', [{ title: 'A', author: 'B', status: 'unread' }, { kolor: 'red' }]],
  ['items.0.id', [{ title: 'A', author: 'B', status: 'unread', id: 'x' }]],
] as const)
  test(`[W-08] the unknown field “${field}” of an object in a list is refused by name`, async () => {
    const answer = await send('POST', '/books/import', { items });
    assert.deepEqual([answer.status, answer.body.details?.[0]?.field], [422, field]);
  });

test('[W-08] objects in a list may be written in camelCase', async () => {
  const items = [{ title: 'In camelCase', author: 'B', status: 'unread', pageCount: 321 }];
  const { body } = await send('POST', '/books/import', { items });
  const [imported] = (body as unknown as { items: { id: string }[] }).items;
  assert.equal((await send('GET', `/books/${imported?.id}`)).body.page_count, 321);
});

for (const [method, path, field] of [
  ['GET', '/books?stauts=reading', 'stauts'],
  ['GET', '/books/:id?fields=title', 'fields'],
  ['DELETE', '/books/:id?force=1', 'force'],
] as const)
  test(`[W-08] ${method} ${path}: the unknown parameter “${field}” is refused by name`, async () => {
    const answer = await send(method, path.replace(':id', id));
    assert.deepEqual([answer.status, answer.body.details?.[0]?.field], [422, field]);
    assert.match(answer.body.error, new RegExp(field));
  });

for (const [body, message] of [
  [
    { status: 'reeding' },
    'must be one of unread, reading, paused, completed, in_progress, started reading, started_reading',
  ],
  [{ title: 7 }, 'must be string'],
  [{ rating: 9 }, 'must be <= 5 or null'],
] as const)
  test(`[W-08] 422 in one sentence: ${JSON.stringify(body)}`, async () => {
    const [field] = Object.keys(body);
    const answer = await patch(body);
    assert.deepEqual([answer.status, answer.body.details], [422, [{ field, message }]]);
    assert.equal(answer.body.error, `${field} ${message}.`);
  });

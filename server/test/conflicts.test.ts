import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { textStamp, thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let phone: Client;
let laptop: Client;
let bookId: string;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  const who = { email: `${randomUUID()}@example.org`, password: 'correct horse', name: 'Ada' };
  phone = client(server.origin, server.config.root);
  laptop = client(server.origin, server.config.root);
  await phone.register(who);
  await laptop.signIn(who);
  bookId = await addBook(server.services, phone.user?.id ?? '');
});

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
const params = () => ({ id: bookId });
const place = (page: number, hours: number, more: object = {}) => ({
  current_page: page,
  total_pages: 100,
  percentage: page,
  updated_at: ago(hours),
  ...more,
});
const says = (device: Client, body: ReturnType<typeof place>) =>
  device.call('PUT /books/:id/progress', { params: params(), body });
const stored = (device = phone) => device.call('GET /books/:id/progress', { params: params() });
const pages = async () =>
  (await phone.call('GET /books/:id/places', { params: params() })).items.map((one) => one.current_page);

test('between two devices that did not know of each other, the later position wins, and the other is listed', async () => {
  await says(phone, place(60, 2, { device: 'Phone' }));
  const answer = await says(laptop, place(20, 5, { device: 'Laptop' }));
  assert.equal(answer.current_page, 60);
  assert.equal(answer.mine, false);
  assert.deepEqual(await pages(), [20]);
  await says(laptop, place(25, 1, { device: 'Laptop' }));
  assert.equal((await stored())?.current_page, 25);
  assert.deepEqual(await pages(), [60, 20]);
  const { items } = await laptop.call('GET /books/:id/places', { params: params() });
  assert.deepEqual(
    items.map(({ device }) => device),
    ['Phone', 'Laptop'],
  );
});

test('by the user’s rule the furthest position wins', async () => {
  await phone.call('PUT /auth/profile', { body: { preferences: { placeRule: 'furthest' } } });
  await says(phone, place(60, 5));
  await says(laptop, place(20, 1));
  assert.equal((await stored())?.current_page, 60);
  await says(laptop, place(70, 9));
  assert.equal((await stored())?.current_page, 70);
});

test('a device that has seen the other’s position moves on from there, also back, whatever its clock says', async () => {
  await phone.call('PUT /auth/profile', { body: { preferences: { placeRule: 'furthest' } } });
  const { updated_at } = await says(phone, place(60, 1));
  const answer = await says(laptop, place(10, 9_000, { follows: updated_at }));
  assert.equal(answer.current_page, 10);
  assert.equal(answer.mine, true);
  assert.ok(answer.updated_at >= updated_at);
  assert.equal((await phone.call('GET /books/:id', { params: params() })).current_page, 10);
});

test('a single device moves on even when its clock was set back', async () => {
  await says(phone, place(10, 1));
  await says(phone, place(11, 9_000));
  assert.equal((await stored())?.current_page, 11);
});

test('a jump can be undone: the last twenty positions are listed, each page once', async () => {
  for (const page of [1, 90, 2, 90, 3]) await says(phone, place(page, 0));
  assert.deepEqual(await pages(), [90, 2, 1]);
  for (let page = 4; page < 64; page += 1)
    await says(phone, place(page % 2 === 0 ? page : 100 - (page - 1) / 2, 0));
  assert.equal((await pages()).length, 20);
  const other = await server.reader();
  await other.fails(404, 'GET /books/:id/places', { params: params() });
});

test('[F-01] “Back to page N” is kept on every device until it is used or dismissed', async () => {
  const left = { page: 20, position: { spine_index: 1, fraction: 0.5 } };
  const { updated_at } = await says(phone, place(60, 2, { return_to: [left] }));
  await says(laptop, place(61, 1, { follows: updated_at }));
  assert.deepEqual((await stored())?.return_to, [left]);
  await says(laptop, place(62, 0, { return_to: [] }));
  assert.deepEqual((await stored())?.return_to, []);
});

test('a note edited on two devices keeps both texts', async () => {
  const id = randomUUID();
  const bookParams = { bookId };
  const note = await phone.call('POST /notes/book/:bookId', {
    params: bookParams,
    body: { id, content: 'first' },
  });
  const replaces = [textStamp(note)];
  await phone.call('PUT /notes/:id', { params: { id }, body: { content: 'on the phone', replaces } });
  const key = randomUUID();
  const body = { content: 'on the laptop', replaces };
  await laptop.call('PUT /notes/:id', { params: { id }, body }, { idempotencyKey: key });
  // Repeated after a lost response, it still adds only one note.
  await laptop.call('PUT /notes/:id', { params: { id }, body }, { idempotencyKey: key });
  const { items } = await laptop.call('GET /notes', {});
  assert.deepEqual(items.map((one) => [one.content, one.twin_of ?? null, one.unread]).sort(), [
    ['on the laptop', null, false],
    ['on the phone', id, true],
  ]);
});

test('equal texts, a text that was seen, and a change of tags only are no conflict', async () => {
  const id = randomUUID();
  const note = await phone.call('POST /notes', { body: { id, content: 'first' } });
  const replaces = [textStamp(note)];
  await phone.call('PUT /notes/:id', { params: { id }, body: { content: 'same', replaces } });
  await laptop.call('PUT /notes/:id', { params: { id }, body: { content: 'same', replaces } });
  await laptop.call('PUT /notes/:id', { params: { id }, body: { tags: ['x'] } });
  const seen = [textStamp({ title: '', content: 'same' })];
  await phone.call('PUT /notes/:id', { params: { id }, body: { content: 'next', replaces: seen } });
  const { items } = await phone.call('GET /notes', {});
  assert.deepEqual(
    items.map(({ content, tags }) => [content, tags]),
    [['next', ['x']]],
  );
});

test('text that the deleting device has not seen is not deleted', async () => {
  const id = randomUUID();
  const note = await phone.call('POST /notes', { body: { id, content: 'first' } });
  const seen = textStamp(note);
  await phone.call('PUT /notes/:id', { params: { id }, body: { content: 'more', replaces: [seen] } });
  await laptop.fails(409, 'DELETE /notes/:id', { params: { id }, query: { seen } });
  assert.equal((await laptop.call('GET /notes', {})).items[0]?.content, 'more');
  const both = `${seen},${textStamp({ title: '', content: 'more' })}`;
  await laptop.call('DELETE /notes/:id', { params: { id }, query: { seen: both } });
  assert.deepEqual((await phone.call('GET /notes', {})).items, []);
});

test('a highlight’s note edited on two devices: one is stored, the other becomes a note on the same text', async () => {
  const id = randomUUID();
  const marked = { id, text: 'Call me Ishmael.', color: 'yellow' as const, page: 1, note: 'first' };
  await phone.call('POST /books/:id/highlights', { params: params(), body: marked });
  const replaces = [thoughtStamp('first')];
  await phone.call('PUT /highlights/:id', { params: { id }, body: { note: 'on the phone', replaces } });
  const key = randomUUID();
  const body = { note: 'on the laptop', replaces };
  await laptop.call('PUT /highlights/:id', { params: { id }, body }, { idempotencyKey: key });
  await laptop.call('PUT /highlights/:id', { params: { id }, body }, { idempotencyKey: key });
  await laptop.call('PUT /highlights/:id', { params: { id }, body: { color: 'pink' } });
  assert.equal((await phone.call('GET /highlights', {})).items[0]?.note, 'on the laptop');
  const { items } = await phone.call('GET /notes', {});
  assert.deepEqual(
    items.map((one) => [one.content, one.twin_of, one.book_id, one.page, one.unread]),
    [['on the phone', id, bookId, 1, true]],
  );
  // A note that the deleting device has not seen is kept.
  await phone.fails(409, 'DELETE /highlights/:id', {
    params: { id },
    query: { seen: thoughtStamp('first') },
  });
  await phone.call('DELETE /highlights/:id', {
    params: { id },
    query: { seen: thoughtStamp('on the laptop') },
  });
  assert.deepEqual((await laptop.call('GET /highlights', {})).items, []);
});

test('[M-02] removing a highlight’s note does not delete one that this device has not seen', async () => {
  const id = randomUUID();
  const marked = { id, text: 'Call me Ishmael.', color: 'yellow' as const, page: 1 };
  await phone.call('POST /books/:id/highlights', { params: params(), body: marked });
  const replaces = [thoughtStamp(null)];
  await phone.call('PUT /highlights/:id', { params: { id }, body: { note: 'on the phone', replaces } });
  await laptop.call('PUT /highlights/:id', { params: { id }, body: { note: null, replaces } });
  assert.equal((await phone.call('GET /highlights', {})).items[0]?.note, null);
  const { items } = await phone.call('GET /notes', {});
  assert.deepEqual(
    items.map(({ content, twin_of, twin_kind, twin_field }) => [content, twin_of, twin_kind, twin_field]),
    [['on the phone', id, 'highlight', 'note']],
  );
});

test('[Y-07] a user who keeps both texts has two regular notes', async () => {
  const id = randomUUID();
  const note = await phone.call('POST /notes', { body: { id, content: 'first' } });
  const replaces = [textStamp(note)];
  await phone.call('PUT /notes/:id', { params: { id }, body: { content: 'on the phone', replaces } });
  await laptop.call('PUT /notes/:id', { params: { id }, body: { content: 'on the laptop', replaces } });
  const twin = (await laptop.call('GET /notes', {})).items.find((one) => one.twin_of === id);
  await laptop.call('PUT /notes/:id', { params: { id: twin?.id ?? '' }, body: { twin_of: null } });
  const { items } = await phone.call('GET /notes', {});
  assert.deepEqual(items.map(({ content, twin_of }) => [content, twin_of]).sort(), [
    ['on the laptop', null],
    ['on the phone', null],
  ]);
});

test('[Y-07] deleting a book keeps unseen texts about it from other devices', async () => {
  const write = (device: Client, content: string) =>
    device.call('POST /notes/book/:bookId', { params: { bookId }, body: { content } });
  const mark = (device: Client, note: string) =>
    device.call('POST /books/:id/highlights', {
      params: params(),
      body: { text: 'Call me Ishmael.', color: 'yellow', page: 1, note },
    });
  await write(phone, 'seen');
  const { updated_at: seen } = await mark(phone, 'seen thought');
  while (Date.now() <= Date.parse(seen)) await new Promise(setImmediate);
  await write(phone, 'not seen');
  await mark(phone, 'thought not seen');
  // The deleting device knows what it has written itself.
  await write(laptop, 'of the laptop');
  await laptop.call('DELETE /books/:id', { params: params(), query: { seen } });
  const { items } = await phone.call('GET /notes', {});
  assert.deepEqual(items.map(({ content, book_id }) => [content, book_id]).sort(), [
    ['> Call me Ishmael.\n\nthought not seen', null],
    ['not seen', null],
  ]);
});

test('[Y-07] deleting a book from an older list of notes keeps a note that is older than the newest highlight seen', async () => {
  const write = (content: string) =>
    phone.call('POST /notes/book/:bookId', { params: { bookId }, body: { content } });
  const later = async (moment: string) => {
    while (Date.now() <= Date.parse(moment)) await new Promise(setImmediate);
  };
  const { updated_at: seen } = await write('seen');
  await later(seen);
  await later((await write('not seen')).updated_at);
  const { updated_at: seen_highlights } = await phone.call('POST /books/:id/highlights', {
    params: params(),
    body: { text: 'Call me Ishmael.', color: 'yellow', page: 1, note: 'seen thought' },
  });
  await laptop.call('DELETE /books/:id', { params: params(), query: { seen, seen_highlights } });
  const { items } = await phone.call('GET /notes', {});
  assert.deepEqual(
    items.map(({ content }) => content),
    ['not seen'],
  );
});

test('[Y-07] two devices add a book each to a collection, and one of them renames it', async () => {
  const books = [bookId, await addBook(server.services, phone.user?.id ?? '')];
  const id = randomUUID();
  const sea = { name: 'Sea', description: null, color: null, icon: null, bookIds: [] as string[] };
  await phone.call('PUT /collections/:id', { params: { id }, body: sea });
  const put = (device: Client, name: string, book = '', basis = {}) =>
    device.call('PUT /collections/:id', {
      params: { id },
      body: { ...sea, name, bookIds: [book], books: { added: [book], removed: [] }, basis },
    });
  await put(phone, 'Ships', books[0], { name: [thoughtStamp('Sea')] });
  await put(laptop, 'Sea', books[1]);
  const [stored] = (await phone.call('GET /collections', {})).items;
  assert.deepEqual([stored?.name, stored?.bookIds], ['Ships', books]);
  assert.deepEqual((await phone.call('GET /notes', {})).items, []);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let id: string;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
  id = await addBook(server.services, reader.user?.id ?? '');
});

const highlight = { text: 'words', color: 'yellow' } as const;
const mark = (key: string, body: object = highlight, who = reader) =>
  who.try('POST /books/:id/highlights', { params: { id }, body }, { idempotencyKey: key });
const count = async () => (await reader.call('GET /highlights', {})).items.length;

test('a repeated request gets the first response and does nothing', async () => {
  const key = randomUUID();
  const [first, second] = [await mark(key), await mark(key)];
  assert.equal(first.status, 201);
  assert.deepEqual([second.status, second.body], [first.status, first.body]);
  assert.equal(await count(), 1);
});

test('the first response is returned even when things have changed since', async () => {
  const key = randomUUID();
  const first = await mark(key);
  const { id: made } = first.body as { id: string };
  await reader.call('DELETE /highlights/:id', { params: { id: made } }, { idempotencyKey: 'd' });
  assert.deepEqual((await mark(key)).body, first.body);
  await reader.call('DELETE /highlights/:id', { params: { id: made } }, { idempotencyKey: 'd' });
  assert.equal(await count(), 0);
});

test('two concurrent requests are applied once', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 12 }, () => mark(key)));
  assert.equal(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size, 1);
  assert.equal(await count(), 1);
});

test('the same key for another request is refused', async () => {
  await mark('key');
  for (const body of [
    { ...highlight, color: 'blue' },
    { ...highlight, text: 'other' },
  ]) {
    const answer = await mark('key', body);
    assert.equal(answer.status, 422);
    assert.equal((answer.body as { code: string }).code, 'idempotency_mismatch');
  }
  const other = await addBook(server.services, reader.user?.id ?? '');
  await reader.fails(
    422,
    'POST /books/:id/highlights',
    { params: { id: other }, body: highlight },
    { idempotencyKey: 'key' },
  );
  assert.equal(await count(), 1);
});

test('fields in another order are the same request', async () => {
  await mark('order', { text: 'words', color: 'yellow', position: { cfi: 'x', page: 1 } });
  const again = await mark('order', { position: { page: 1, cfi: 'x' }, color: 'yellow', text: 'words' });
  assert.equal(again.status, 201);
  assert.equal(await count(), 1);
});

test('keys of two users are independent', async () => {
  const other = await server.reader();
  await mark('shared');
  const theirs = await addBook(server.services, other.user?.id ?? '');
  await other.call(
    'POST /books/:id/highlights',
    { params: { id: theirs }, body: highlight },
    { idempotencyKey: 'shared' },
  );
  assert.equal((await other.call('GET /highlights', {})).items.length, 1);
});

test('an error is not stored: the same key may succeed later', async () => {
  const unknown = randomUUID();
  const key = 'later';
  await reader.fails(
    404,
    'POST /books/:id/highlights',
    { params: { id: unknown }, body: highlight },
    { idempotencyKey: key },
  );
  await addBook(server.services, reader.user?.id ?? '', { id: unknown });
  await reader.call(
    'POST /books/:id/highlights',
    { params: { id: unknown }, body: highlight },
    { idempotencyKey: key },
  );
});

test('a slow write is stored as well', async () => {
  await reader.call('DELETE /books/:id', { params: { id } }, { idempotencyKey: 'delete' });
  await reader.call('DELETE /books/:id', { params: { id } }, { idempotencyKey: 'delete' });
  await reader.fails(404, 'DELETE /books/:id', { params: { id } });
});

test('when the effect is rolled back, so is the stored response', async () => {
  const { db } = server.services;
  const before = await db.selectFrom('idempotency').selectAll().execute();
  await reader.fails(
    422,
    'POST /books/:id/highlights',
    { params: { id }, body: {} },
    { idempotencyKey: 'x' },
  );
  await reader.fails(
    404,
    'DELETE /highlights/:id',
    { params: { id: randomUUID() } },
    { idempotencyKey: 'y' },
  );
  assert.deepEqual(await db.selectFrom('idempotency').selectAll().execute(), before);
});

test('an invalid key is refused', async () => {
  for (const key of ['x'.repeat(201), 'with space', 'tab\there']) {
    assert.equal((await mark(key)).status, 422);
  }
});

test('no secrets are stored', async () => {
  const { email } = reader.user ?? { email: '' };
  const password = `password of ${email.split('@')[0]}`;
  await reader.call(
    'POST /auth/change-password',
    { body: { currentPassword: password, newPassword: 'another password' } },
    { idempotencyKey: 'secret' },
  );
  const rows = await server.services.db
    .selectFrom('idempotency')
    .selectAll()
    .where('key', '=', 'secret')
    .execute();
  assert.deepEqual(rows, []);
});

test('[S-02] writes with an empty response are limited too', async () => {
  const { db } = server.services;
  const user_id = reader.user?.id ?? '';
  const answered = (index: number) => ({
    user_id,
    key: `small-${index}`,
    request_hash: 'x',
    status: 204,
    body: 'null',
    created_at: new Date(index * 1_000).toISOString(),
  });
  for (let from = 0; from < 22_000; from += 1_000)
    await db
      .insertInto('idempotency')
      .values(Array.from({ length: 1_000 }, (_, index) => answered(from + index)))
      .execute();
  const large = { body: { content: 'x'.repeat(20_000) } };
  assert.equal((await reader.try('POST /notes', large, { idempotencyKey: 'large' })).status, 201);
  const rows = await db.selectFrom('idempotency').select('key').where('user_id', '=', user_id).execute();
  assert.ok(rows.length < 21_000 && rows.length > 19_000, String(rows.length));
  assert.ok(rows.some(({ key }) => key === 'small-21999') && !rows.some(({ key }) => key === 'small-0'));
});

test('responses of a user are kept up to a number of bytes, newest first', async () => {
  const content = 'x'.repeat(90_000);
  const write = (key: string) => reader.try('POST /notes', { body: { content } }, { idempotencyKey: key });
  for (let at = 0; at < 50; at++) assert.equal((await write(`note-${at}`)).status, 201);
  const rows = await server.services.db
    .selectFrom('idempotency')
    .select(['key', 'bytes'])
    .where('user_id', '=', reader.user?.id ?? '')
    .execute();
  const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  assert.ok(bytes <= 4 * 1024 ** 2 && bytes > 3 * 1024 ** 2, String(bytes));
  assert.ok(rows.some(({ key }) => key === 'note-49') && !rows.some(({ key }) => key === 'note-0'));
  const notes = (await reader.call('GET /notes', {})).items.length;
  assert.equal((await write('note-49')).status, 201);
  assert.equal((await reader.call('GET /notes', {})).items.length, notes);
});

test('[N-07] a session shows its last write and how many others waited on its device, and each session its own', async () => {
  const phone = client(server.origin, server.config.root);
  const email = reader.user?.email ?? '';
  await phone.signIn({ email, password: `password of ${email.split('@')[0]}` });
  const shown = async () => {
    const { items } = await phone.call('GET /auth/sessions', {});
    return Object.fromEntries(
      items.map(({ current, last_write_at, waiting }) => [
        current ? 'phone' : 'laptop',
        [typeof last_write_at, waiting],
      ]),
    );
  };
  assert.deepEqual(await shown(), { phone: ['object', null], laptop: ['object', null] });
  const write = (who: Client, waiting: string) =>
    who.call(
      'POST /books/:id/highlights',
      { params: { id }, body: highlight },
      { idempotencyKey: randomUUID(), headers: { 'lectern-waiting': waiting } },
    );
  await write(reader, '3');
  assert.deepEqual(await shown(), { phone: ['object', null], laptop: ['string', 3] });
  await write(reader, '2');
  await write(phone, 'many');
  assert.deepEqual(await shown(), { phone: ['string', null], laptop: ['string', 2] });
});

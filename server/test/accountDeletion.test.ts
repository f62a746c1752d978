import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';
import { afterStatement } from './support/sideBySide.ts';
import { putBytes } from './support/stored.ts';
import { begin, send } from './support/tus.ts';
import { filesLeft, upload } from './support/uploads.ts';

let server: TestServer;
/** The first account, an administrator. */
let admin: Client;

before(async () => {
  server = await startServer();
  admin = await server.reader();
});
after(() => server.stop());

const now = () => new Date().toISOString();

describe('deleting an account', () => {
  test('[AA-13] ends every session with 401, and removes every row and file', async () => {
    const { db, blobs } = server.services;
    const gone = await server.reader('gone');
    const userId = gone.user?.id ?? '';
    const bookId = await addBook(server.services, userId);
    await putBytes({ blobs }, `books/${bookId}/original`, Buffer.from('bytes'));
    await gone.call('POST /books/:id/highlights', {
      params: { id: bookId },
      body: { text: 'x', color: 'yellow' },
    });
    await gone.call('POST /notes', { body: { content: 'x' } }, { idempotencyKey: 'k' });
    await gone.call('POST /reading/session', {
      body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0 },
    });
    const place = { part: 'mf-lending', collection: 'loans', id: bookId };
    const body = { row: { to: 'x' }, created_at: now() };
    await gone.call('PUT /parts/:part/rows/:collection/:id', { params: place, body });
    const phone = await server.reader('gone2');
    await phone.signIn({ email: 'gone@example.org', password: 'password of gone' });
    await gone.fails(403, 'DELETE /auth/delete-account', { body: { password: 'wrong' } });
    await gone.call('DELETE /auth/delete-account', { body: { password: 'password of gone' } });
    for (const browser of [gone, phone]) {
      await browser.fails(401, 'GET /books', {});
      await browser.fails(401, 'POST /auth/refresh', {});
    }
    await server.visitor.fails(401, 'POST /auth/login', {
      body: { email: 'gone@example.org', password: 'password of gone' },
    });
    const tables = await db.introspection.getTables();
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'user_id')) continue;
      const { rows } = await db.executeQuery(
        db
          .selectFrom(name as 'books')
          .selectAll()
          .where('user_id', '=', userId)
          .compile(),
      );
      assert.deepEqual(rows, [], name);
    }
    await assert.rejects(blobs.size(`books/${bookId}/original`), /No blob/);
  });
});

describe('a request under way while its account is deleted', () => {
  interface Leaving {
    reader: Client;
    kobo: Device;
  }
  const image = sharp({ create: { width: 40, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const remove = (reader: Client) =>
    admin.call('DELETE /admin/users/:id', { params: { id: reader.user?.id ?? '' } });
  const signedIn = /from "users" inner join "refresh_tokens"/;
  const byDevice = /from "app_passwords"/;
  const requests: [what: string, moment: RegExp, ask: (who: Leaving) => Promise<{ status: number }>][] = [
    ['a file in one request', signedIn, ({ reader }) => upload(reader, Buffer.from('x'))],
    ['the beginning of an upload', signedIn, ({ reader }) => begin(reader, 10)],
    [
      'an import',
      signedIn,
      ({ reader }) =>
        reader.try('POST /books/import', {
          body: { items: [{ title: 'Emma', author: 'Jane Austen', status: 'unread' }] },
        }),
    ],
    [
      'a write of the queue',
      signedIn,
      ({ reader }) => reader.try('POST /notes', { body: { content: 'x' } }, { idempotencyKey: 'k' }),
    ],
    ['a file of a device', byDevice, ({ kobo }) => kobo.fetch('/dav/f', { method: 'PUT', body: 'x' })],
    ['a place of a device', byDevice, ({ kobo }) => kobo.push('document', '1', 0.5)],
  ];
  for (const [what, moment, ask] of requests)
    test(`${what} is refused with 401, and nothing is left`, async () => {
      const reader = await server.reader();
      const kobo = await addDevice(reader, { scopes: ['write', 'progress'] });
      afterStatement(server.services, moment, () => remove(reader));
      assert.equal((await ask({ reader, kobo })).status, 401);
      assert.deepEqual(await filesLeft(server.services), { staged: [], books: [] });
    });

  test('a cover that is being drawn leaves no file', async () => {
    const covers: ((reader: Client, id: string) => Promise<{ status: number }>)[] = [
      async (reader, id) =>
        reader.try('PUT /books/:id/cover', {
          params: { id },
          body: { image: (await image).toString('base64') },
        }),
      (reader, id) => reader.try('POST /covers-enhanced/ensure', { body: { bookId: id } }),
    ];
    for (const cover of covers) {
      const reader = await server.reader();
      const bookId = await addBook(server.services, reader.user?.id ?? '');
      afterStatement(server.services, /from "books"/, () => remove(reader));
      assert.equal((await cover(reader, bookId)).status, 404);
      assert.deepEqual(await filesLeft(server.services), { staged: [], books: [] });
    }
  });

  test('bytes of an upload that arrive afterwards are not kept', async () => {
    const reader = await server.reader();
    const location = (await begin(reader, 20)).headers.get('location') ?? '';
    // tus has found the upload.
    afterStatement(server.services, /from "uploads" where "id" = [^"]*$/, () => remove(reader));
    assert.ok((await send(reader, location, Buffer.alloc(10))).status >= 400);
    assert.deepEqual(await filesLeft(server.services), { staged: [], books: [] });
  });

  test('a link for a new password is answered as if there were no account', async () => {
    const reader = await server.reader();
    const email = reader.user?.email ?? '';
    afterStatement(server.services, /from "users" where "email"/, () => remove(reader));
    await server.visitor.call('POST /auth/reset-password', { body: { email } });
  });

  test('leaves no name in the security log', async () => {
    const { securityLog, db } = server.services;
    const reader = await server.reader();
    const userId = reader.user?.id ?? '';
    afterStatement(server.services, /delete from "users"/, async () =>
      securityLog.record(null, 'data_export', userId, { files: false }),
    );
    await remove(reader);
    const named = db.selectFrom('security_events').selectAll().where('account_id', '=', userId);
    assert.deepEqual(await named.execute(), []);
  });

  test('a sign-in is refused', async () => {
    const reader = await server.reader('leaving');
    const email = reader.user?.email ?? '';
    afterStatement(server.services, /from "users" where "email"/, () => remove(reader));
    const body = { email, password: 'password of leaving' };
    const { code } = await server.visitor.fails(401, 'POST /auth/login', { body });
    assert.equal(code, 'account_deleted');
  });
});

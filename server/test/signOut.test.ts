/** What ends with a session: signed URLs and the browser's cache. What outlives it: the key of sealed writes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, describe, mock, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type Client, client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { addDevice } from './support/devices.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { address } from './support/tus.ts';
import { uploadBook } from './support/uploads.ts';

const clock = clockAt('2026-03-01T12:00:00Z');
let server: TestServer;
before(async () => {
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());

const onAnotherDevice = async (name: string): Promise<Client> => {
  const device = client(server.origin, server.config.root);
  await device.signIn({ email: `${name}@example.org`, password: `password of ${name}` });
  return device;
};
/** As an image, frame or download: without token and cookies. */
const status = async (path: string | null) => (await fetch(`${server.origin}${path}`)).status;

async function addressesOf(reader: Client, { id }: Pick<Book, 'id'>): Promise<(string | null)[]> {
  const { cover_url } = await reader.call('GET /books/:id', { params: { id } });
  const { content_url, file_url } = await reader.call('GET /books/:id/manifest', { params: { id } });
  const { url } = await reader.call('POST /export', { body: { files: false } });
  const { items } = await reader.call('GET /books', { query: {} });
  return [cover_url, content_url, file_url, url, items[0]?.cover_url ?? null];
}

describe('signed URLs', () => {
  const endings: [string, (reader: Client, other: Client) => Promise<unknown>][] = [
    ['signing out', (reader) => reader.call('POST /auth/logout', {})],
    ['signing out everywhere', (_, other) => other.call('POST /auth/logout-everywhere', {})],
    [
      'being signed out by another device',
      async (_, other) => {
        const { items } = await other.call('GET /auth/sessions', {});
        const id = items.find(({ current }) => !current)?.id ?? '';
        await other.call('DELETE /auth/sessions/:id', { params: { id } });
      },
    ],
    [
      'a new password',
      (_, other) =>
        other.call('POST /auth/change-password', {
          body: { currentPassword: `password of ${other.user?.name}`, newPassword: 'another password' },
        }),
    ],
    [
      'deleting the account',
      (_, other) =>
        other.call('DELETE /auth/delete-account', { body: { password: `password of ${other.user?.name}` } }),
    ],
  ];
  for (const [index, [what, end]] of endings.entries()) {
    test(`[S-16] end with their session: ${what}`, async () => {
      const name = `ending${index}`;
      const reader = await server.reader(name);
      const other = await onAnotherDevice(name);
      const book = await uploadBook(reader, makePdf({ pages: [['One page.']] }), 'one.pdf');
      const addresses = await addressesOf(reader, book);
      for (const address of addresses) assert.equal(await status(address), 200, `${address}`);
      await end(reader, other);
      // Sessions are cached for at most three seconds.
      clock.pass(0.06);
      for (const address of addresses) assert.equal(await status(address), 404, `${address}`);
    });
  }

  test('[S-16] are separate by device, and those of others keep working', async () => {
    const laptop = await server.reader('ann');
    const phone = await onAnotherDevice('ann');
    const book = await uploadBook(laptop, makePdf({ pages: [['One page.']] }), 'one.pdf');
    const [first] = await addressesOf(laptop, book);
    const hers = await addressesOf(phone, book);
    assert.ok(!hers.includes(first ?? null));
    await laptop.call('POST /auth/logout', {});
    clock.pass(0.06);
    assert.equal(await status(first ?? null), 404);
    for (const address of hers) assert.equal(await status(address), 200, `${address}`);
  });
});

describe('a browser after signing out', () => {
  test('[S-04] is told to clear its cache, but not its storage with the sealed writes', async () => {
    const reader = await server.reader('cleo');
    const answer = await reader.try('POST /auth/logout', {});
    assert.equal(answer.headers.get('clear-site-data'), '"cache"');
  });

  test('the key of sealed writes is the same on every device and at every sign-in, and unique to the user', async () => {
    const reader = await server.reader('dora');
    const { key } = await reader.call('POST /auth/seal-key', {});
    assert.equal(Buffer.from(key, 'base64url').length, 32);
    const phone = await onAnotherDevice('dora');
    await reader.call('POST /auth/logout-everywhere', {});
    clock.pass(1);
    await reader.fails(401, 'POST /auth/seal-key', {});
    await phone.signIn({ email: 'dora@example.org', password: 'password of dora' });
    assert.equal((await phone.call('POST /auth/seal-key', {})).key, key);
    const other = await server.reader('enid');
    assert.notEqual((await other.call('POST /auth/seal-key', {})).key, key);
    await server.visitor.fails(401, 'POST /auth/seal-key', {});
  });
});

describe('an account deleted on another device', () => {
  test('is reported at the next call and the next visit, however late', async () => {
    const laptop = await server.reader('fay');
    const phone = await onAnotherDevice('fay');
    await phone.call('DELETE /auth/delete-account', { body: { password: 'password of fay' } });
    assert.equal((await laptop.fails(401, 'GET /books', {})).code, 'account_deleted');
    clock.pass(60 * 24 * 100);
    const refused = await laptop.fails(401, 'POST /auth/refresh', {});
    assert.equal(refused.code, 'account_deleted');
  });

  test('is not reported for a user who is signed out, nor for an invented token', async () => {
    const reader = await server.reader('gwen');
    const cookie = new Map(reader.cookies);
    await reader.call('POST /auth/logout', {});
    assert.equal((await reader.fails(401, 'GET /books', {})).code, 'token_rejected');
    for (const [name, value] of cookie) reader.cookies.set(name, value);
    assert.equal((await reader.fails(401, 'POST /auth/refresh', {})).code, 'token_rejected');
    const claims = Buffer.from(JSON.stringify({ sub: 'nobody' })).toString('base64url');
    const headers = { authorization: `Bearer e30.${claims}.AAAA` };
    const answer = await reader.fails(401, 'POST /auth/refresh', {}, { headers });
    assert.equal(answer.code, 'token_rejected');
  });
});

test('a request that waits long for its turn is refused when its sign-in ends meanwhile', async () => {
  const reader = await server.reader('waiting');
  const id = reader.user?.id ?? '';
  const { db, routeQueues } = server.services;
  const ends = [await routeQueues.any.enter(id), await routeQueues.any.enter(id)];
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const enter = routeQueues.any.enter.bind(routeQueues.any);
  const spy = mock.method(routeQueues.any, 'enter', (user: string) => {
    resolve();
    return enter(user);
  });
  const refused = reader.fails(401, 'POST /notes', { body: { content: 'Too late.' } });
  await waits;
  spy.mock.restore();
  await db.deleteFrom('refresh_tokens').where('user_id', '=', id).execute();
  clock.pass(1 / 60);
  for (const end of ends) end();
  assert.equal((await refused).code, 'token_rejected');
  const notes = await db.selectFrom('notes').select('id').where('user_id', '=', id).execute();
  assert.deepEqual(notes, []);
  assert.equal(routeQueues.any.running, 0);
});

describe('[AA-13] a file or write that is still arriving when its sign-in ends is refused', () => {
  /** Sends a part of the body, waits for `begun`, ends the sign-in, sends the rest, and returns the status. */
  async function statusOfLate(
    sent: { method: string; path: string; headers: Record<string, string>; body: string },
    begun: () => Promise<unknown>,
    end: () => Promise<unknown>,
  ): Promise<number | undefined> {
    const { method, path, body } = sent;
    const { hostname, port } = new URL(server.origin);
    const headers = { ...sent.headers, 'content-length': body.length };
    const late = request({ hostname, port, method, path, headers });
    const hasBegun = begun();
    late.write(body.slice(0, 10));
    await hasBegun;
    await end();
    late.end(body.slice(10));
    const [response] = await once(late, 'response');
    response.resume();
    return response.statusCode;
  }

  test('a file of a device', async () => {
    const reader = await server.reader('kobo');
    const { basic, password } = await addDevice(reader, { scopes: ['write'] });
    const { db, routeQueues } = server.services;
    const running = async () => {
      while (routeQueues.webdav.running === 0) await new Promise(setImmediate);
    };
    const end = () => reader.call('DELETE /auth/app-passwords/:id', { params: { id: password.id } });
    const sent = { method: 'PUT', path: '/dav/file', headers: basic, body: 'x'.repeat(1_000) };
    assert.equal(await statusOfLate(sent, running, end), 401);
    assert.deepEqual(await db.selectFrom('device_files').select('id').execute(), []);
  });

  const uploadsOf = ({ user }: Client) =>
    server.services.db
      .selectFrom('uploads')
      .select('id')
      .where('user_id', '=', user?.id ?? '')
      .execute();

  test('a book in one request', async () => {
    const reader = await server.reader('uploader');
    const receiving = async () => {
      while ((await uploadsOf(reader)).length === 0) await new Promise(setImmediate);
    };
    const headers = {
      authorization: `Bearer ${reader.token}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    const file = makePdf({ pages: [['Too late.']] }).toString('latin1');
    const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${file}\r\n--b--\r\n`;
    const path = `${server.config.root}/books`;
    const end = () => reader.call('POST /auth/logout', {});
    assert.equal(await statusOfLate({ method: 'POST', path, headers, body }, receiving, end), 401);
    assert.deepEqual(await uploadsOf(reader), []);
  });

  test('a book by tus', async () => {
    const reader = await server.reader('tus');
    const body = makePdf({ pages: [['Too late.']] }).toString('latin1');
    const path = await address(reader, body.length);
    const headers = {
      authorization: `Bearer ${reader.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const end = () => reader.call('POST /auth/logout', {});
    const sent = { method: 'PATCH', path, headers, body };
    assert.equal(await statusOfLate(sent, () => authenticated(reader), end), 401);
    assert.deepEqual(await uploadsOf(reader), []);
  });

  const book = { title: 'Too Late', author: 'Nobody', status: 'unread' };
  const writes: [what: string, path: string, body: object][] = [
    ['a note', '/notes', { content: 'Too late.' }],
    ['a list of books, which waits for its turn before its body', '/books/import', { items: [book] }],
  ];
  for (const [what, path, content] of writes)
    test(what, async () => {
      const reader = await server.reader(path.replaceAll('/', ''));
      const body = JSON.stringify(content);
      const headers = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' };
      const end = async () => {
        await reader.call('POST /auth/logout', {});
        clock.pass(1 / 60);
      };
      const sent = { method: 'POST', path: `${server.config.root}${path}`, headers, body };
      assert.equal(await statusOfLate(sent, () => authenticated(reader), end), 401);
    });

  /** Resolves when the next request of this user is authenticated. */
  async function authenticated({ user }: Client): Promise<void> {
    const { requestLimits } = server.services;
    const hit = requestLimits.hit.bind(requestLimits);
    const { promise, resolve } = Promise.withResolvers<void>();
    const spy = mock.method(requestLimits, 'hit', (...given: Parameters<typeof hit>) => {
      if (given[1] === user?.id) resolve();
      return hit(...given);
    });
    await promise;
    spy.mock.restore();
  }
});

test('[AA-13] a write that fails because its account was deleted meanwhile is answered with 401', async () => {
  const reader = await server.reader('deleted');
  const { db, engine } = server.services;
  const id = reader.user?.id ?? '';
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const withLock = engine.withLock.bind(engine);
  const spy = mock.method(engine, 'withLock', (name: string, work: Parameters<typeof withLock>[1]) => {
    resolve();
    return waits.then(() => deleted).then(() => withLock(name, work));
  });
  const refused = reader.fails(401, 'POST /notes', { body: { content: 'Too late.' } });
  const deleted = waits.then(() => db.deleteFrom('users').where('id', '=', id).execute());
  assert.equal((await refused).code, 'account_deleted');
  spy.mock.restore();
});

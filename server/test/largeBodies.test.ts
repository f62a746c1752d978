import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { limitOfBodies } from '../src/http/rateLimits/routeCosts.ts';
import { bookFile } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { addDevice } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';
import { upload } from './support/uploads.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});
after(() => server.stop());

const json = { 'content-type': 'application/json' };
const size = 900_000;
const unknown = '00000000-0000-4000-8000-000000000000';
const refused: Record<string, string> = {
  letters: JSON.stringify({ content: 7, title: 'x'.repeat(size) }),
  numbers: JSON.stringify({ content: Array(140_001).fill(1) }),
  nesting: `{"content":[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(size / 130)}0]}`,
  keys: `{${Array.from({ length: 90_000 }, (_, i) => `"k${i.toString(36)}":0`).join()}}`,
};

/** Sends the head of a request and no byte of its body. @returns the status of the answer */
function headOnly(path: string, headers: Record<string, string>, method = 'POST'): Promise<number> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: { ...json, ...headers } }, (response) => {
      resolve(response.statusCode ?? 0);
      asked.destroy();
    });
    asked.on('error', reject);
    asked.flushHeaders();
  });
}

describe('large bodies', () => {
  test('[S-17] wait for their turn before they are read, whatever they are and whatever route they go to', async () => {
    const id = reader.user?.id ?? '';
    const end = await server.services.routeQueues.largeBody.enter(id);
    let answered = 0;
    const bodies = [
      ...Object.values(refused),
      ...Object.values(refused).map((body) => new Blob([body]).stream()),
    ];
    const statuses = bodies.flatMap((body) =>
      (typeof body === 'string' ? ['/v1/notes', `/v1/collections/${unknown}`] : ['/v1/notes']).map(
        async (path) => {
          const method = path === '/v1/notes' ? 'POST' : 'PUT';
          const { status } = await reader.fetch(path, {
            method,
            headers: json,
            body,
            duplex: 'half',
          } as RequestInit);
          answered += 1;
          return status;
        },
      ),
    );
    // Small bodies of the same reader do not wait for them.
    for (let i = 0; i < 5; i++) await reader.call('POST /notes', { body: { content: `Meanwhile ${i}` } });
    const before = answered;
    end();
    for (const status of await Promise.all(statuses)) assert.ok([400, 422].includes(status), `${status}`);
    assert.deepEqual([before, answered], [0, 12]);
    assert.equal(server.services.routeQueues.largeBody.running, 0);
  });

  test('[S-17] of an upload without a file wait for their turn before the rest of them is read; one with a file does not', async () => {
    const queue = server.services.routeQueues.largeBody;
    const end = await queue.enter(reader.user?.id ?? '');
    let answered = 0;
    const statuses = Array.from({ length: 3 }, async () => {
      const form = new FormData();
      form.append('title', 'x'.repeat(size));
      const { status } = await reader.fetch('/v1/books', { method: 'POST', body: form });
      answered += 1;
      return status;
    });
    assert.equal((await upload(reader, bookFile(), 'book.epub')).status, 201);
    const before = answered;
    end();
    assert.deepEqual([before, ...(await Promise.all(statuses))], [0, 413, 413, 413]);
    const leave = await queue.enter(reader.user?.id ?? '');
    assert.equal(queue.running, 1, 'the others have left');
    leave();
  });

  test('[S-17] are refused unread where none is needed: by visitors, devices and unknown paths', async () => {
    const { basic } = await addDevice(reader, { scopes: ['read', 'progress', 'write'] });
    const large = { 'content-length': String(size) };
    const closed: [path: string, expected: number, headers?: Record<string, string>, method?: string][] = [
      ['/v1/auth/login', 413],
      ['/v1/auth/register', 413],
      ['/v1/auth/sign-in/passkey', 413],
      ['/v1/contact', 413],
      ['/v1/none', 404],
      ['/none', 404],
      ['/kosync/users/create', 413],
      ['/kosync/none', 404],
      ['/opds/none', 404],
      ['/v1/auth/change-password', 413, { authorization: `Bearer ${reader.token}` }],
      [`/v1/mentor/conversations/${unknown}/messages`, 413, { authorization: `Bearer ${reader.token}` }],
      [`/opds/books/${unknown}/progression`, 400, basic, 'PUT'],
    ];
    for (const [path, expected, headers = {}, method] of closed) {
      const status = await headOnly(path, { ...large, ...headers }, method);
      assert.ok([expected, 413].includes(status), `${path}: ${status}`);
    }
  });

  test('[S-17] are counted by their bytes: 100 MB a minute, then 429, also over WebDAV', async () => {
    const { now } = clockAt('2026-03-01T12:00:00Z');
    const limited = await startServer({ services: { now } });
    try {
      const one = await limited.reader();
      const device = await addDevice(one, { scopes: ['read', 'progress', 'write'] });
      const put = (who: Client) =>
        who.fetch(`/v1/collections/${unknown}`, {
          method: 'PUT',
          headers: json,
          body: refused.letters ?? '',
        });
      assert.equal((await put(one)).status, 422);
      const rest = limitOfBodies.tries - 2 * size;
      await limited.services.requestLimits.hit('bodies', one.user?.id ?? '', limitOfBodies, rest);
      const over = await put(one);
      assert.equal(over.status, 429);
      assert.ok(Number(over.headers.get('retry-after')) > 0);
      assert.equal(
        (await device.fetch('/dav/a.txt', { method: 'PUT', body: 'x'.repeat(100_000) })).status,
        429,
      );
      // Small ones, and other readers, are not affected.
      await one.call('POST /notes', { body: { content: 'Still here.' } });
      assert.equal((await device.fetch('/dav/a.txt', { method: 'PUT', body: 'x' })).status, 201);
      assert.equal((await put(await limited.reader())).status, 422);
    } finally {
      await limited.stop();
    }
  });

  test('[S-17] are answered as before when it is their turn', async () => {
    const content = 'A long thought. '.repeat(4_000);
    assert.equal((await reader.call('POST /notes', { body: { content } })).content, content);
  });
});

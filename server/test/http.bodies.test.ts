import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, mock, test } from 'node:test';
import fastify from 'fastify';
import { slowlorisGuard } from '../src/http/connections/connections.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});

after(() => server.stop());

const authorized = () => ({ authorization: `Bearer ${reader.token}` });

describe('hostile bodies', () => {
  const post = (body: string, path = '/v1/notes') =>
    reader.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  test('[AE-05] JSON nested 10,000 deep, with __proto__, or of 100 MB is refused, and no prototype is changed', async () => {
    const deep = `{"content":"x","tags":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    assert.equal((await post(deep)).status, 400);
    for (const poison of [
      '{"content":"x","__proto__":{"polluted":true}}',
      '{"content":"x","constructor":{"prototype":{"polluted":true}}}',
      '{"content":"x","position":{"__proto__":{"polluted":true}}}',
      '{"content":"x","\\u005f_proto__":{"polluted":true}}',
    ]) {
      assert.equal((await post(poison)).status, 400, poison);
    }
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    const { hostname, port } = new URL(server.origin);
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request(
        {
          hostname,
          port,
          path: '/v1/notes',
          method: 'POST',
          headers: {
            ...authorized(),
            'content-type': 'application/json',
            'content-length': String(100 * 1024 ** 2),
          },
        },
        (response) => resolve(response.statusCode ?? 0),
      );
      asked.on('error', reject);
      asked.write('{"content":"');
    });
    assert.equal(status, 413);
    const large = await post(JSON.stringify({ content: 'x'.repeat(2 * 1024 ** 2) }));
    assert.equal(large.status, 413);
    await reader.call('GET /health', {});
  });

  test('[AE-05] [O-18] a visitor’s body has at most 32 KB, and no body more than 150,000 values', async () => {
    const large = { name: 'A', email: 'a@example.org', message: 'x'.repeat(140_000) };
    await server.visitor.fails(413, 'POST /contact', { body: large });
    for (const value of ['{}', '1']) {
      const answer = await post(`{"content":[${Array(160_000).fill(value).join()}]}`);
      assert.equal(answer.status, 400, value);
    }
  });

  test('[O-18] what identifies a repeated request is computed only for a valid one', async () => {
    const stringify = mock.method(JSON, 'stringify');
    const write = (who: Client, key: 'POST /notes' | 'POST /contact', body: object) =>
      who.try(key, { body }, { idempotencyKey: 'a' });
    const sorted = () =>
      stringify.mock.calls.filter(({ arguments: given }) => typeof given[1] === 'function').length;
    assert.equal((await write(reader, 'POST /notes', { content: 7 })).status, 422);
    assert.equal((await write(server.visitor, 'POST /contact', { name: 7 })).status, 422);
    assert.equal(sorted(), 0);
    assert.equal((await write(reader, 'POST /notes', { content: 'x' })).status, 201);
    assert.equal(sorted(), 1);
    stringify.mock.restore();
  });

  test('brackets in strings do not count as nesting', async () => {
    const content = `${'['.repeat(500)}\\"${'{'.repeat(500)}"`;
    assert.equal((await reader.call('POST /notes', { body: { content } })).content, content);
  });

  test('[AF-14] a connection that sends very slowly is closed', async () => {
    const app = fastify();
    slowlorisGuard(app, 50);
    app.post('/', async () => 'done');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.write(
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 1000000\r\n\r\nx',
      );
    });
    await app.close();
  });

  test('[AF-14] a connection that does not read its response is closed', async () => {
    const app = fastify();
    slowlorisGuard(app, 50);
    const { promise: closed, resolve } = Promise.withResolvers<boolean>();
    app.get('/', async (_request, reply) => {
      reply.raw.once('close', () => resolve(reply.raw.writableFinished));
      return 'x'.repeat(32 * 1024 ** 2);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    socket.on('error', () => {}).pause();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal(await closed, false);
    socket.destroy();
    await app.close();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addBook } from './support/books.ts';
import { assertErrorBody, type Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});

after(() => server.stop());

describe('errors', () => {
  test('always have the same shape', async () => {
    const asked: [string, RequestInit][] = [
      ['/v1/nothing', {}],
      ['/v1', {}],
      ['/v1/books', { method: 'PUT' }],
      ['/v1/books/not-an-id', {}],
      [
        '/v1/auth/login',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":' },
      ],
      ['/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '"text"' }],
      ['/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' } }],
      ['/v1/auth/login', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
      ['/v1/%E0%A4%A', {}],
      ['/assets/none.js', {}],
    ];
    for (const [path, init] of asked) {
      const response = await reader.fetch(path, init);
      assert.ok(response.status >= 400 && response.status < 500, `${path}: ${response.status}`);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assertErrorBody(await response.json(), response.status);
    }
  });

  test('name the invalid field', async () => {
    const error = await server.visitor.fails(422, 'POST /auth/register', {
      body: { email: 'x', password: 'short', name: 'N' },
    });
    assert.equal(error.details?.[0]?.field, 'email');
    const missing = await server.visitor.fails(422, 'POST /auth/login', { body: { email: 'a@b.c' } });
    assert.equal(missing.details?.[0]?.field, 'password');
  });

  test('of the server do not reveal their cause', async () => {
    const broken = await startServer({
      services: {
        signedUrls: {
          issue: () => {
            throw new Error('the secret is 12345');
          },
          verify: () => null,
          endOf: () => new Date(0),
        },
      },
    });
    const someone = await broken.reader();
    await addBook(broken.services, someone.user?.id ?? '');
    const error = await someone.fails(500, 'GET /books', {});
    assert.equal(error.code, 'server_error');
    assert.doesNotMatch(JSON.stringify(error), /12345/);
    await broken.stop();
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { rawRequest } from './support/rawRequest.ts';
import { spawnServer, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});

after(() => server.stop());

const raw = (path: string, options?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(server.origin, path, options);
const authorized = () => ({ authorization: `Bearer ${reader.token}` });

describe('unusual requests', () => {
  test('[AA-14] doubled or encoded slashes, another case, dots and overridden methods are 401 without sign-in', async () => {
    const odd = [
      '//v1/books',
      '/v1//books',
      '/v1%2fbooks',
      '/v1%2Fbooks',
      '/V1/books',
      '/v1/BOOKS',
      '/v1/./books',
      '/x/../v1/books',
      '/v1/%2e%2e/v1/books',
      '/v1/books/..%2fbooks',
      '/v1\\books',
      '/v1/%62ooks',
      '/v1/books?x=/v1/health',
      '/v1/books?/v1/health',
      '/v1/books;/v1/health',
      '/v1/books#/v1/health',
    ];
    for (const path of odd) {
      const answer = await raw(path);
      assert.equal(answer.status, 401, `${path}: ${answer.status} ${answer.body.slice(0, 100)}`);
    }
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      assert.equal((await raw('/v1/books', { method: 'POST', headers: { [header]: 'GET' } })).status, 401);
      assert.equal((await raw('/v1/health', { method: 'POST', headers: { [header]: 'GET' } })).status, 404);
    }
    assert.equal(
      (await raw('/v1/health', { headers: { 'x-original-url': '/v1/books', 'x-rewrite-url': '/v1/books' } }))
        .status,
      200,
    );
  });

  test('an unknown plain path below the root is 404 for anyone', async () => {
    for (const headers of [{}, authorized()]) {
      assert.equal((await raw('/v1/unknown', { headers })).status, 404);
      assert.equal((await raw('/v1/books/x/unknown', { headers })).status, 404);
    }
  });
});

test('[AA-11] a token or password in a query is refused, and logs contain no secrets', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-log-'));
  const spawned = await spawnServer(dataDir, { LECTERN_LOG: 'trace' });
  let log = '';
  spawned.process.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  spawned.process.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const { visitor } = spawned;
  await visitor.register({ email: 'ada@example.org', password: 'my-secret-password', name: 'Ada' });
  const [cookie = ''] = visitor.cookies.values();
  for (const name of ['token', 'access_token', 'refresh_token', 'password', 'PASSWORD']) {
    for (const path of ['/v1/books', '/v1/auth/login', '/library', '/v1/unknown']) {
      const response = await visitor.fetch(`${path}?a=b&${name}=${visitor.token}`);
      assert.equal(response.status, 400, `${path} ${name}`);
    }
  }
  await visitor.fails(401, 'POST /auth/login', {
    body: { email: 'ada@example.org', password: 'not-my-secret-password' },
  });
  await visitor.fetch('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"password":"my-secret-password"',
  });
  await visitor.call('POST /auth/refresh', {});
  await spawned.kill('SIGTERM');
  for (const secret of [visitor.token ?? '', cookie, 'my-secret-password']) {
    assert.ok(secret.length > 10 && !log.includes(secret), log);
  }
  await rm(dataDir, { recursive: true });
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { apiVersion } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { makePublicFolder } from './support/publicFolder.ts';
import { rawRequest } from './support/rawRequest.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let folder: string;

before(async () => {
  folder = await makePublicFolder();
  server = await startServer({
    config: { publicDir: join(folder, 'shell'), remotesDir: join(folder, 'remotes') },
  });
  reader = await server.reader();
});

after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const raw = (path: string, options?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(server.origin, path, options);

describe('the API header', () => {
  test('[Y-08] is on every response, of whatever status and type', async () => {
    const id = await addBook(server.services, reader.user?.id ?? '');
    const large = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(2 ** 21),
    };
    const asked: [number, string, RequestInit?][] = [
      [200, '/v1/health'],
      [200, '/v1/books'],
      [404, '/v1/nothing-here'],
      [404, `/v1/books/${crypto.randomUUID()}`],
      [204, `/v1/books/${id}`, { method: 'DELETE' }],
      [413, '/v1/notes', large],
      [415, '/v1/notes', { method: 'POST', headers: { 'content-type': 'text/x' }, body: 'x' }],
      [400, '/v1/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
      [412, '/v1/uploads/files/unknown', { method: 'HEAD' }],
      [400, '/v1/uploads/files', { method: 'POST', headers: { 'tus-resumable': '1.0.0' } }],
      [200, '/'],
      [200, '/some/page'],
      [200, '/remotes.json'],
      [200, '/remotes/mf-reader/1.0.0/main.js'],
      [404, '/remotes/mf-reader/1.0.0/none.js'],
      [206, '/assets/main.0123456789abcdef.js', { headers: { range: 'bytes=0-3' } }],
    ];
    for (const [status, path, init] of asked) {
      const { headers, status: found } = await reader.fetch(path, init);
      const what = `${init?.method ?? 'GET'} ${path}`;
      assert.equal(found, status, what);
      assert.equal(headers.get('lectern-api'), apiVersion, what);
      assert.match(headers.get('access-control-expose-headers') ?? '', /Lectern-Api/, what);
    }
    const { headers } = await raw('/sw.js');
    const known = await raw('/sw.js', { headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([known.status, known.headers['lectern-api']], [304, apiVersion]);
    const odd = await raw('/v1/%zz');
    assert.equal(odd.headers['lectern-api'], apiVersion, String(odd.status));
    const nobody = await fetch(`${server.origin}/v1/books`);
    assert.deepEqual([nobody.status, nobody.headers.get('lectern-api')], [401, apiVersion]);
  });
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressOnce } from '../src/http/bodies/compress.ts';
import { preferred } from '../src/http/headers/accepted.ts';
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
const authorized = () => ({ authorization: `Bearer ${reader.token}` });

describe('pages of the app', () => {
  const get = (path: string, headers: Record<string, string> = {}) => server.visitor.fetch(path, { headers });

  test('every route of the app gets the shell, revalidated each time', async () => {
    for (const path of ['/', '/library', '/read/0191', '/legal/privacy-policy', '/no/such/page']) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.match(await response.text(), /<title>Lectern/);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
    }
  });

  test('they have a CSP that runs only our scripts', async () => {
    const { headers } = await get('/library');
    const policy = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim());
    assert.deepEqual(policy, [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "frame-src 'self' blob:",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "frame-ancestors 'none'",
    ]);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
  });

  test('files with a hash are immutable; the worker, the manifest and the registry are revalidated', async () => {
    const kept = 'public, max-age=31536000, immutable';
    assert.equal((await get('/assets/late.0123456789abcdef.js')).headers.get('cache-control'), kept);
    assert.equal((await get('/remotes/mf-reader/1.0.0/main.js')).headers.get('cache-control'), kept);
    for (const path of ['/sw.js', '/manifest.webmanifest', '/remotes.json']) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('cache-control'), 'no-cache', path);
    }
    assert.equal((await fetch(`${server.origin}/manifest.webmanifest`, { method: 'HEAD' })).status, 200);
  });

  test('precompressed files are sent as they are, others are compressed on the fly', async () => {
    const before = await rawBytes('/assets/main.0123456789abcdef.js', 'br, gzip');
    assert.equal(before.encoding, 'br');
    assert.equal(brotliDecompressSync(before.bytes).toString(), '/* compressed before */');
    const br = await rawBytes('/assets/late.0123456789abcdef.js', 'gzip, br');
    assert.match(brotliDecompressSync(br.bytes).toString(), /on the fly/);
    const gzip = await rawBytes('/assets/late.0123456789abcdef.js', 'gzip');
    assert.match(gunzipSync(gzip.bytes).toString(), /on the fly/);
    const none = await rawBytes('/assets/late.0123456789abcdef.js', 'br;q=0, identity');
    assert.equal(none.encoding, undefined);
    assert.match(none.bytes.toString(), /on the fly/);
    assert.match(String(none.vary), /accept-encoding/i);
  });

  test('[O-18] a buffer that is sent again is compressed once for each encoding', async () => {
    const buffer = Buffer.from('{"words":"words words words"}');
    const first = await compressOnce(buffer, 'br');
    assert.equal(await compressOnce(buffer, 'br'), first);
    assert.equal(brotliDecompressSync(first).toString(), buffer.toString());
    assert.equal(gunzipSync(await compressOnce(buffer, 'gzip')).toString(), buffer.toString());
  });

  test('long JSON is compressed, sign-in responses never', async () => {
    await reader.call('POST /notes', { body: { content: 'words '.repeat(2_000) } });
    const notes = await rawBytes('/v1/notes', 'br', authorized());
    assert.equal(notes.encoding, 'br');
    assert.match(brotliDecompressSync(notes.bytes).toString(), /words words/);
    await reader.call('PUT /auth/profile', { body: { preferences: { long: 'x'.repeat(5_000) } } });
    assert.equal((await rawBytes('/v1/auth/profile', 'br', authorized())).encoding, undefined);
  });

  test('nothing outside of the folders is served', async () => {
    for (const path of [
      '/../secret',
      '/%2e%2e/secret',
      '/assets/..%2f..%2fsecret',
      '/remotes/../../secret',
      '/remotes/%2e%2e/secret',
    ]) {
      assert.doesNotMatch((await raw(path)).body, /not to be served/, path);
    }
    for (const path of ['/assets/missing.js', '/remotes/mf-reader/9.9.9/main.js', '/remotes/mf-reader']) {
      assert.equal((await raw(path)).status, 404, path);
    }
  });

  function rawBytes(path: string, accepted: string, more: Record<string, string> = {}) {
    return new Promise<{ bytes: Buffer; encoding: string | undefined; vary: string | undefined }>(
      (resolve, reject) => {
        const headers = { 'accept-encoding': accepted, ...more };
        request(`${server.origin}${path}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              bytes: Buffer.concat(chunks),
              encoding: response.headers['content-encoding'],
              vary: response.headers.vary,
            }),
          );
        })
          .on('error', reject)
          .end();
      },
    );
  }
});

test('the start page is served in the browser’s preferred language', () => {
  const offered = ['ar', 'de', 'en', 'pt-BR', 'zh-CN'];
  const cases: [string, string][] = [
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.3, AR', 'ar'],
    ['pt', 'pt-BR'],
    ['zh-TW', 'zh-CN'],
    ['tlh', 'en'],
    ['de;q=0, en', 'en'],
    ['*', 'en'],
    [',;q=x,,', 'en'],
  ];
  for (const [header, language] of cases) assert.equal(preferred(header, offered), language, header);
  assert.equal(preferred('de', []), null);
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { apiVersion } from '@lectern/shared-contracts/api/apiHeaders.ts';
import fastify from 'fastify';
import { preferred } from '../src/common/preferredLanguage.ts';
import { slowlorisGuard } from '../src/http/slowlorisGuard.ts';
import { addBook } from './support/books.ts';
import { assertErrorBody, type Client } from './support/client.ts';
import { spawnServer, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-public-'));
  await writePublic(folder);
  server = await startServer({
    config: { publicDir: join(folder, 'shell'), remotesDir: join(folder, 'remotes') },
  });
  reader = await server.reader();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function writePublic(root: string): Promise<void> {
  const files: Record<string, string | Buffer> = {
    'shell/index.html': '<!doctype html><title>Lectern</title>',
    'shell/assets/main.0123456789abcdef.js': `/* plain */${' '.repeat(3_000)}`,
    'shell/assets/main.0123456789abcdef.js.br': brotliCompressSync('/* compressed before */'),
    'shell/assets/late.0123456789abcdef.js': `/* on the fly */${' '.repeat(3_000)}`,
    'shell/sw.js': '/* worker */',
    'shell/manifest.webmanifest': '{"name":"Lectern"}',
    'remotes/remotes.json': '{"remotes":{}}',
    'remotes/mf-reader/1.0.0/mf-manifest.json': '{}',
    'remotes/mf-reader/1.0.0/main.js': '/* remote */',
    secret: 'not to be served',
  };
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), bytes);
  }
}

/** A request whose path is sent as it stands, which fetch would tidy up. */
function raw(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(server.origin);
      const asked = rawRequest({ hostname, port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      });
      asked.on('error', reject);
      asked.end();
    },
  );
}

const authorized = () => ({ authorization: `Bearer ${reader.token}` });

describe('health', () => {
  test('answers GET and HEAD', async () => {
    assert.deepEqual(await server.visitor.call('GET /health', {}), {
      status: 'ok',
      version: server.config.version,
    });
    assert.equal((await server.visitor.fetch('/v1/health', { method: 'HEAD' })).status, 200);
  });

  test('reports and messages are kept for the operator', async () => {
    await server.visitor.call('POST /reports', {
      body: { version: '1', route: '/library', error: 'x', area: 'library' },
    });
    await server.visitor.call('POST /contact', {
      body: { name: 'N', email: 'n@example.org', message: 'Hello' },
    });
    await server.visitor.fails(422, 'POST /reports', {
      body: { version: '1', route: '/', error: 'x', email: 'n@example.org' },
    });
    const rows = await server.services.db.selectFrom('reports').select('kind').execute();
    assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['contact', 'problem']);
  });
});

describe('web vitals', () => {
  test('[WV-01] are stored with consent to analytics, and refused without', async () => {
    const vitals = () =>
      server.services.db.selectFrom('reports').select('body').where('kind', '=', 'vitals').execute();
    const body = {
      version: '1',
      route: '/read/:bookId',
      metrics: [{ name: 'LCP' as const, value: 1200.5, rating: 'good' as const }],
    };
    for (const refused of [
      body,
      { ...body, consent: 'essential' },
      { ...body, consent: 'analytics', email: 'a@b.c' },
    ])
      await server.visitor.fails(422, 'POST /vitals', { body: refused as never });
    // An address names a book; a pattern does not.
    await server.visitor.fails(422, 'POST /vitals', {
      body: { ...body, consent: 'analytics', route: '/read/0199' },
    });
    assert.deepEqual(await vitals(), []);
    await server.visitor.call('POST /vitals', { body: { ...body, consent: 'analytics' } });
    assert.equal((await vitals()).length, 1);
  });
});

describe('errors', () => {
  test('are always of one shape, whatever was asked', async () => {
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

  test('say which field is wrong', async () => {
    const error = await server.visitor.fails(422, 'POST /auth/register', {
      body: { email: 'x', password: 'short', name: 'N' },
    });
    assert.equal(error.details?.[0]?.field, 'email');
    const missing = await server.visitor.fails(422, 'POST /auth/login', { body: { email: 'a@b.c' } });
    assert.equal(missing.details?.[0]?.field, 'password');
  });

  test('a failure of ours says nothing of its cause', async () => {
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
      const asked = rawRequest(
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

  test('brackets in texts are no nesting', async () => {
    const content = `${'['.repeat(500)}\\"${'{'.repeat(500)}"`;
    assert.equal((await reader.call('POST /notes', { body: { content } })).content, content);
  });

  test('[AF-14] a connection that sends as slow as drops is ended', async () => {
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
});

describe('odd requests', () => {
  test('[AA-14] doubled or encoded slashes, another case, dots and overridden methods are 401 to nobody', async () => {
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

  test('a plain path below the root that is unknown is 404, to anyone', async () => {
    for (const headers of [{}, authorized()]) {
      assert.equal((await raw('/v1/unknown', { headers })).status, 404);
      assert.equal((await raw('/v1/books/x/unknown', { headers })).status, 404);
    }
  });
});

describe('pages of the app', () => {
  const get = (path: string, headers: Record<string, string> = {}) => server.visitor.fetch(path, { headers });

  test('every route of the app gets the shell, fresh each time', async () => {
    for (const path of ['/', '/library', '/read/0191', '/legal/privacy-policy', '/no/such/page']) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.match(await response.text(), /<title>Lectern/);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
    }
  });

  test('under a policy that runs no script but ours', async () => {
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

  test('what has its hash in its name is kept for ever; the worker, the manifest and the registry are asked for anew', async () => {
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

  test('what was compressed at the build is sent so, what was not is compressed now', async () => {
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

  test('long JSON is compressed, answers of sign-in never', async () => {
    await reader.call('POST /notes', { body: { content: 'words '.repeat(2_000) } });
    const notes = await rawBytes('/v1/notes', 'br', authorized());
    assert.equal(notes.encoding, 'br');
    assert.match(brotliDecompressSync(notes.bytes).toString(), /words words/);
    await reader.call('PUT /auth/profile', { body: { preferences: { long: 'x'.repeat(5_000) } } });
    assert.equal((await rawBytes('/v1/auth/profile', 'br', authorized())).encoding, undefined);
  });

  test('nothing beside the folders is served', async () => {
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
        rawRequest(`${server.origin}${path}`, { headers }, (response) => {
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

test('[AA-11] a token or password in a query is refused, and logs hold no secret', async () => {
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

test('the language of the start page is the one that the browser likes best', () => {
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

describe('the mark of the server', () => {
  test('[Y-08] is on every answer, of whatever status and type', async () => {
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

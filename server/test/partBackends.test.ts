import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { createLocalJWKSet } from 'jose/jwks/local';
import { jwtVerify } from 'jose/jwt/verify';
import { createPartBackends } from '../src/library/parts/partBackends.ts';
import { partBackends } from '../src/run/config/serviceSettings.ts';
import type { Client, LooseRequest } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let backend: Server;
let server: TestServer;
let reader: Client;
let heard: Heard[] = [];
let answer: (response: ServerResponse) => void;
const warned: { part: string; reason: string }[] = [];
const part = 'mf-lending';

before(async () => {
  backend = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece;
    });
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const { port } = backend.address() as AddressInfo;
  const backends = partBackends({ LECTERN_PARTS_BACKENDS: `${part}=http://127.0.0.1:${port}/api/` });
  const settings = { partBackends: backends, secret: 's'.repeat(40), origin: 'https://books.example.org' };
  const ports = { now: () => new Date(), timeLimit: 500, warn: (details: never) => warned.push(details) };
  server = await startServer({ services: { partBackends: createPartBackends(settings, ports) } });
  reader = await server.reader();
});
after(async () => {
  await server.stop();
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/html', 'set-cookie': 'a=b' });
    response.end(JSON.stringify(value));
  };
async function ask(method: Method, path: string, request: LooseRequest = {}, who = reader, of = part) {
  heard = [];
  const params = { part: of, '*': path };
  const idempotencyKey = method === 'GET' ? {} : { idempotencyKey: 'key' };
  return who.try(`${method} /parts/:part/backend/*`, { ...request, params }, idempotencyKey);
}

describe('the backend of a part', () => {
  test('gets path, query, body and key, and says who asks by a token that it can check', async () => {
    answer = json({ id: 7 });
    const asked = await ask('POST', 'loans/a%20b', { query: { q: 'x y' }, body: { to: 'Ann' } });
    assert.deepEqual(asked.body, { id: 7 });
    const [request] = heard;
    assert.deepEqual([request?.method, request?.url], ['POST', '/api/loans/a%20b?q=x+y']);
    assert.equal(request?.body, '{"to":"Ann"}');
    assert.equal(request?.headers['idempotency-key'], 'key');
    assert.equal(request?.headers.cookie, undefined);
    const token = String(request?.headers.authorization).replace('Bearer ', '');
    assert.notEqual(token, reader.token);
    const { keys } = await server.visitor.call('GET /parts/keys', {});
    assert.ok(!('d' in (keys[0] ?? {})));
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys } as never), {
      audience: part,
      issuer: 'https://books.example.org',
    });
    assert.equal(payload.sub, reader.user?.id);
    assert.equal(Number(payload.exp) - Number(payload.iat), 60);
  });

  test('answers as JSON that nothing keeps, whatever it calls it', async () => {
    for (const value of ['<script>alert(1)</script>', [1], null]) {
      answer = json(value);
      const asked = await ask('GET', 'loans');
      assert.deepEqual(asked.body, value);
      assert.equal(asked.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(asked.headers.get('cache-control'), 'no-store');
      assert.equal(asked.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(asked.headers.get('set-cookie'), null);
    }
    answer = (response) => response.writeHead(204).end();
    assert.equal((await ask('DELETE', 'loans/1')).body, null);
  });

  test('refuses with its own sentence, and never for Lectern', async () => {
    for (const [status, own, sentence] of [
      [401, 422, 'Lent already.'],
      [409, 422, 'Lent already.'],
      [404, 404, ''],
    ] as const) {
      answer = json({ error: 'Lent already.' }, status);
      const asked = await ask('PUT', 'loans/1', { body: {} });
      assert.equal(asked.status, own);
      if (sentence) assert.equal((asked.body as ErrorBody).error, sentence);
    }
    answer = json('no object', 400);
    assert.equal((await ask('GET', 'loans')).status, 422);
  });

  const failures: [string, (response: ServerResponse) => void][] = [
    ['stalls', () => {}],
    [
      'stops in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{');
      },
    ],
    ['says too much', (response) => response.end(JSON.stringify('x'.repeat(1024 ** 2)))],
    ['leads elsewhere', (response) => response.writeHead(302, { location: 'https://example.org/' }).end()],
    ['says no JSON', (response) => response.end('<html>')],
    ['fails', json({ error: 'stack trace' }, 500)],
    ['hangs up', (response) => response.destroy()],
  ];
  for (const [what, act] of failures)
    test(`that ${what} is named to the operator`, async () => {
      warned.length = 0;
      answer = act;
      const asked = await ask('GET', 'loans');
      assert.equal(asked.status, 502);
      assert.equal((asked.body as ErrorBody).code, 'backend_unreachable');
      assert.deepEqual(
        warned.map((warning) => warning.part),
        [part],
      );
    });

  test('is asked for readers only, of its own part, below its address, and with up to 1 MB', async () => {
    answer = json({});
    const statuses = [
      (await ask('GET', 'loans', {}, server.visitor)).status,
      (await ask('GET', 'loans', {}, reader, 'mf-other')).status,
      (await ask('GET', '..%2F..%2Fsecret')).status,
      (await ask('GET', 'a/..%2f..%2f..%2fsecret')).status,
      (await ask('POST', 'loans', { body: 'x'.repeat(1024 ** 2) })).status,
    ];
    assert.deepEqual(statuses, [401, 404, 404, 404, 413]);
    assert.deepEqual(heard, []);
    assert.equal((await ask('POST', 'loans', { body: 'x'.repeat(1_000_000) })).status, 200);
  });
});

test('backends are https, or of this computer', () => {
  const read = (list: string) => partBackends({ LECTERN_PARTS_BACKENDS: list });
  assert.deepEqual(read(''), new Map());
  assert.deepEqual(
    [...read('mf-a=https://a.example.org  mf-b=https://b.example.org/api/')],
    [
      ['mf-a', 'https://a.example.org'],
      ['mf-b', 'https://b.example.org/api'],
    ],
  );
  for (const list of [
    'https://a.example.org',
    'a=https://a.example.org',
    'mf-a=http://a.example.org',
    'mf-a=ftp://127.0.0.1',
    'mf-a=https://u:p@a.example.org',
    'mf-a=https://a.example.org/?q=1',
    'mf-a=there',
  ])
    assert.throws(() => read(list), /LECTERN_PARTS_BACKENDS must name parts/, list);
});

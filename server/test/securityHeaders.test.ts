import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { addBook } from './support/books.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

before(async () => {
  server = await startServer();
});
after(() => server.stop());

const paths = [
  '/',
  '/sw.js',
  '/a.b',
  '/remotes.json',
  '/v1/health',
  '/v1/books',
  '/v1/nothing',
  '/v1/auth/oidc/start',
];

test('every response forbids sniffing, framing and referrers', async () => {
  for (const path of paths) {
    const { headers } = await server.visitor.fetch(path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
    const allowed = path === '/v1/health' ? '*' : null;
    assert.equal(headers.get('access-control-allow-origin'), allowed, path);
    for (const name of ['server', 'x-powered-by']) assert.equal(headers.get(name), null, path);
  }
});

test('[T-02] only the service worker may follow a redirection to another origin', async () => {
  const sources = async (path: string) => {
    const { headers } = await server.visitor.fetch(path);
    return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  assert.equal(await sources('/sw.js'), "'self' https: http:");
  assert.equal(await sources('/library'), "'self'");
});

test('[E-01] audio and video of a book play, but only from the book', async () => {
  const { headers } = await server.visitor.fetch('/');
  assert.match(headers.get('content-security-policy') ?? '', /(^|;)media-src 'self' blob:(;|$)/);
});

test('responses with user data are not cached', async () => {
  const reader = await server.reader();
  const id = await addBook(server.services, reader.user?.id ?? '');
  for (const path of ['/v1/books', '/v1/notes', '/v1/auth/profile', `/v1/books/${id}`]) {
    const { status, headers } = await reader.fetch(path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('cache-control'), 'no-store', path);
  }
});

test('TRACE echoes nothing', async () => {
  const { hostname, port } = new URL(server.origin);
  for (const path of ['/', '/v1/health', '/v1/books']) {
    const headers = { cookie: 'a=secret' };
    const { status, body } = await new Promise<{ status: number | undefined; body: string }>(
      (resolve, reject) => {
        request({ hostname, port, path, method: 'TRACE', headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode, body: text }));
        })
          .on('error', reject)
          .end();
      },
    );
    assert.equal(status, 404, path);
    assert.doesNotMatch(body, /secret/);
  }
});

test('a request with two lengths, or an invalid one, is refused, and what follows is not a request', async () => {
  const { hostname, port } = new URL(server.origin);
  for (const lengths of [
    'Content-Length: 2\r\nTransfer-Encoding: chunked',
    'Content-Length: 2\r\nContent-Length: 40',
    'Content-Length: +2',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
  ]) {
    const socket = connect({ host: hostname, port: Number(port) });
    const answers = text(socket);
    socket.write(`POST /v1/auth/login HTTP/1.1\r\nHost: ${hostname}\r\n${lengths}\r\n\r\n`);
    socket.write(`0\r\n\r\nGET /v1/health HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    assert.match(await answers, /^HTTP\/1\.1 400 /, lengths);
    assert.equal((await answers).match(/HTTP\/1\.1 \d/g)?.length, 1, lengths);
  }
});

test('[T-12] where overrides are allowed, a developer’s own machine may serve code and live reload; nothing else may', async () => {
  const connections = async (allowOverrides: boolean) => {
    const other = await startServer({ config: { allowOverrides } });
    const { headers } = await other.visitor.fetch('/');
    await other.stop();
    return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  assert.equal(
    await connections(true),
    "'self' http://127.0.0.1:* http://localhost:* ws://127.0.0.1:* ws://localhost:*",
  );
  assert.equal(await connections(false), "'self'");
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requestIdOf } from '../src/http/headers/apiHeaders.ts';
import type { Blobs } from '../src/store/blobs/blobs.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('[O-17] a server is ready while database and blob store respond, and names what does not', async () => {
  const { status } = await server.visitor.call('GET /ready', {});
  assert.equal(status, 'ready');
  const { blobs } = server.services;
  const away: Blobs = { ...blobs, check: () => Promise.reject(new Error('away')) };
  const other = await startServer({ services: { blobs: away } });
  try {
    const answer = await fetch(`${other.origin}/v1/ready`);
    assert.equal(answer.status, 503);
    const { details } = (await answer.json()) as { details: { field: string }[] };
    assert.deepEqual(
      details.map(({ field }) => field),
      ['files'],
    );
    // The process itself is alive: restarting it would make things worse.
    assert.equal((await fetch(`${other.origin}/v1/health`)).status, 200);
  } finally {
    await other.stop();
  }
});

test('every response has a request id, also refused and unknown requests', async () => {
  for (const path of ['/v1/health', '/v1/books', '/v1/nothing', '/nothing.txt']) {
    const { headers } = await fetch(`${server.origin}${path}`);
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, path);
  }
});

test('a proxy’s request id is used when the proxy is trusted and the id is safe to log', () => {
  const headers = (given: string) => ({ headers: { 'x-request-id': given } });
  assert.equal(requestIdOf(true)(headers('proxy-0123456789')), 'proxy-0123456789');
  for (const given of ['short', 'with "quotes" in it', 'x'.repeat(65)])
    assert.match(requestIdOf(true)(headers(given)), /^[0-9a-f-]{36}$/);
  assert.match(requestIdOf(false)(headers('proxy-0123456789')), /^[0-9a-f-]{36}$/);
});

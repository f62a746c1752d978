import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('health answers GET and HEAD', async () => {
  assert.deepEqual(await server.visitor.call('GET /health', {}), {
    status: 'ok',
    version: server.config.version,
  });
  const head = await server.visitor.fetch('/v1/health', { method: 'HEAD' });
  assert.equal(head.status, 200);
});

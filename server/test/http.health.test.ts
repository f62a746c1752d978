import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let _reader: Client;

before(async () => {
  server = await startServer();
  _reader = await server.reader();
});

after(() => server.stop());

describe('health', () => {
  test('answers GET and HEAD', async () => {
    assert.deepEqual(await server.visitor.call('GET /health', {}), {
      status: 'ok',
      version: server.config.version,
    });
    assert.equal((await server.visitor.fetch('/v1/health', { method: 'HEAD' })).status, 200);
  });

  test('stores reports and messages for the operator', async () => {
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
    // A URL contains a book's id; a pattern does not.
    await server.visitor.fails(422, 'POST /vitals', {
      body: { ...body, consent: 'analytics', route: '/read/0199' },
    });
    assert.deepEqual(await vitals(), []);
    await server.visitor.call('POST /vitals', { body: { ...body, consent: 'analytics' } });
    assert.equal((await vitals()).length, 1);
  });
});

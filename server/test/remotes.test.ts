import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { boundedRows, forgetBeyond } from '../src/housekeeping.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
before(async () => {
  server = await startServer();
  admin = await server.reader();
  reader = await server.reader();
});
after(() => server.stop());

const load = (change: object = {}) => ({
  remote: 'mf-library',
  version: '1.0.0-abc',
  expose: 'LibraryPage',
  milliseconds: 40,
  failed: null,
  ...change,
});
const report = (loads: object[], change: object = {}) =>
  server.visitor.try('POST /remote-loads', {
    body: { consent: 'analytics', shell: '0.1.0', loads, ...change },
  });

describe('loads of remotes in browsers', () => {
  test('are counted by version, with times and the last failure, for administrators only', async () => {
    const broken = { stage: 'entry', code: 'RUNTIME-008' };
    const sent = await report([
      ...[10, 20, 30, 40, 500].map((milliseconds) => load({ milliseconds })),
      load({ version: '1.1.0-def', failed: broken }),
    ]);
    assert.equal(sent.status, 204);

    const { items, failures } = await admin.call('GET /admin/remotes', {});
    const of = (version: string) => items.find((item) => item.version === version);
    assert.deepEqual(
      [
        of('1.0.0-abc')?.loads,
        of('1.0.0-abc')?.failures,
        of('1.0.0-abc')?.median_ms,
        of('1.0.0-abc')?.p75_ms,
        of('1.0.0-abc')?.p95_ms,
      ],
      [5, 0, 30, 40, 500],
    );
    const failing = of('1.1.0-def');
    assert.equal(failing?.failures, 1);
    assert.equal(failing?.median_ms, null);
    assert.equal(failing?.share, 1 / 6);
    assert.deepEqual(failures, [
      {
        day: failing?.last_seen.slice(0, 10),
        remote: 'mf-library',
        version: '1.1.0-def',
        stage: 'entry',
        failures: 1,
      },
    ]);
    assert.deepEqual(failing?.last_failure, { at: failing?.last_seen, expose: 'LibraryPage', ...broken });

    await reader.fails(403, 'GET /admin/remotes');
    await server.visitor.fails(401, 'GET /admin/remotes');
  });

  test('[S-02] invented versions cannot make a response larger than 2 MB, and are deleted beyond the limit', async () => {
    const { db, now } = server.services;
    const { failed: _, ...found } = load();
    const made = Array.from({ length: 1_000 }, (_, index) => ({
      ...found,
      version: `made-up-${index}`,
      id: randomUUID(),
      stage: 'entry',
      code: 'c'.repeat(60),
      created_at: now().toISOString(),
    }));
    await db.insertInto('remote_loads').values(made).execute();
    const { items, failures } = await admin.call('GET /admin/remotes', {});
    assert.deepEqual([items.length, failures.length], [500, 500]);
    assert.ok(items.some(({ version }) => version === '1.0.0-abc'));
    const bounded = boundedRows({ reportDays: 180, securityLogDays: 90 });
    const loads = bounded.filter(({ table }) => table === 'remote_loads');
    await forgetBeyond(
      db,
      now(),
      loads.map((rows) => ({ ...rows, most: 10 })),
    );
    const kept = await db.selectFrom('remote_loads').select('id').execute();
    assert.ok(kept.length <= 10);
  });

  for (const [what, change] of [
    ['without consent', { consent: undefined }],
    ['with more than it may say', { reader: 'Ada' }],
    ['of none', { loads: [] }],
  ] as const) {
    test(`are refused ${what}`, async () => {
      assert.ok([400, 422].includes((await report([load()], change)).status));
    });
  }

  test('are refused for an unknown remote', async () => {
    assert.ok([400, 422].includes((await report([load({ remote: '../x' })])).status));
  });
});

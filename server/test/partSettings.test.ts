import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let folder: string;
let server: TestServer;
let admin: Client;
let reader: Client;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-part-settings-'));
  const config = {
    days: { title: 'Days of a loan', type: 'number', default: 14, minimum: 1, maximum: 90 },
    none: null,
    order: { title: 'Order', type: 'string', default: 'new', enum: ['new', 'old'] },
  };
  const current = { base: '/remotes/mf-lending/1/', description: { name: 'mf-lending', config } };
  await writeFile(join(folder, 'remotes.json'), JSON.stringify({ remotes: { 'mf-lending': { current } } }));
  server = await startServer({ config: { remotesDir: folder } });
  admin = await server.reader();
  reader = await server.reader();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const body = (values: Record<string, string | number | boolean>, remote = 'mf-lending') => ({
  body: { remote, values },
});
const settings = async () => (await reader.call('GET /flags', {})).settings;

test('what an administrator sets of a remote is read by everybody until it is reset', async () => {
  assert.deepEqual(await settings(), []);
  await admin.call('PUT /admin/part-settings', body({ days: 30, order: 'old' }));
  assert.deepEqual(await settings(), [{ remote: 'mf-lending', values: { days: 30, order: 'old' } }]);
  await admin.call('PUT /admin/part-settings', body({}));
  assert.deepEqual(await settings(), []);
});

test('what the deployed remote does not declare so is refused with a sentence', async () => {
  const sentences: [ReturnType<typeof body>, string][] = [
    [body({ days: 0 }), '“Days of a loan” does not take this value.'],
    [body({ days: '30' }), '“Days of a loan” does not take this value.'],
    [body({ order: 'best' }), '“Order” does not take this value.'],
    [body({ colour: 'red' }), 'mf-lending has no setting “colour”.'],
    [body({ none: 'red' }), 'mf-lending has no setting “none”.'],
    [body({ toString: 'red' }), 'mf-lending has no setting “toString”.'],
    [body({ days: 3 }, 'mf-other'), 'mf-other has no setting “days”.'],
  ];
  for (const [request, sentence] of sentences) {
    const answer = await admin.fails(422, 'PUT /admin/part-settings', request);
    assert.equal(answer.error, sentence);
  }
  assert.deepEqual(await settings(), []);
  await reader.fails(403, 'PUT /admin/part-settings', body({ days: 30 }));
});

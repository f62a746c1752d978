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

const versionOf = (name: string, ...names: string[]) => ({
  current: {
    base: `/remotes/${name}/1.0.0/`,
    description: {
      name,
      version: '1.0.0',
      contract: '2.0',
      list: { integrity: 'sha384-abc' },
      fills: names.map((expose, at) => ({
        point: 'shell/dashboard',
        expose,
        name: expose,
        order: (at + 1) * 10,
      })),
    },
  },
});
const remotes = { 'mf-a': versionOf('mf-a', 'First', 'Second'), 'mf-b': versionOf('mf-b', 'First') };
const publish = (more: object = {}) =>
  writeFile(join(folder, 'remotes.json'), JSON.stringify({ remotes, ...more }));

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-disabled-'));
  await publish();
  server = await startServer({ config: { remotesDir: folder } });
  admin = await server.reader();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const ask = (tag = '') => fetch(`${server.origin}/remotes.json`, { headers: { 'if-none-match': tag } });
const served = async () => Object.keys((await (await ask()).json()).remotes);
const set = (remote: string, disabled: boolean) => ({ body: { remote, disabled, why: 'It loops' } });

test('a disabled part is not served until it is enabled again', async () => {
  const tag = (await ask()).headers.get('etag') ?? '';
  assert.equal((await ask(tag)).status, 304);
  await admin.call('PUT /admin/disabled-parts', set('mf-a', true));
  assert.equal((await ask(tag)).status, 200);
  assert.deepEqual(await served(), ['mf-b']);
  const { registered } = await admin.call('GET /admin/remotes', {});
  const facts = { version: '1.0.0', contract: '2.0', digest: 'sha384-abc', failures: 0 };
  assert.deepEqual(registered, {
    parts: [
      { remote: 'mf-a', ...facts, disabled: 'It loops' },
      { remote: 'mf-b', ...facts, disabled: null },
    ],
    fills: [
      { point: 'shell/dashboard', fill: 'mf-a/First', name: 'First', hidden: false },
      { point: 'shell/dashboard', fill: 'mf-b/First', name: 'First', hidden: false },
      { point: 'shell/dashboard', fill: 'mf-a/Second', name: 'Second', hidden: false },
    ],
    is_signed: false,
  });
  await admin.fails(422, 'PUT /admin/disabled-parts', set('mf-b', true));
  await admin.call('PUT /admin/disabled-parts', set('mf-a', false));
  assert.deepEqual(await served(), ['mf-a', 'mf-b']);
});

test('a signed registry is served as it is, and the command is named instead', async () => {
  await admin.call('PUT /admin/disabled-parts', set('mf-a', true));
  await publish({ signature: { key: 'k', value: 'v' } });
  assert.deepEqual(await served(), ['mf-a', 'mf-b']);
  const { error } = await admin.fails(422, 'PUT /admin/disabled-parts', set('mf-b', true));
  assert.match(error, /npm run deploy -- mf-b --rollback/);
  await admin.call('PUT /admin/disabled-parts', set('mf-a', false));
  await publish();
});

test('only administrators disable a part, and only one that is deployed', async () => {
  const reader = await server.reader();
  await reader.fails(403, 'PUT /admin/disabled-parts', set('mf-a', true));
  await admin.fails(422, 'PUT /admin/disabled-parts', set('mf-c', true));
});

test('what parts add at a point is served in the order of the administrator, without what is hidden', async () => {
  const point = 'shell/dashboard';
  const shown = async () =>
    Object.entries((await (await ask()).json()).remotes).flatMap(([name, entry]) =>
      (entry as ReturnType<typeof versionOf>).current.description.fills.map(
        ({ expose, order }) => `${name}/${expose} ${order}`,
      ),
    );
  const fills = [
    { fill: 'mf-b/First', hidden: false },
    { fill: 'mf-a/First', hidden: true },
  ];
  await admin.call('PUT /admin/fills', { body: { point, fills } });
  assert.deepEqual(await shown(), ['mf-a/Second 20', 'mf-b/First 10']);
  const { registered } = await admin.call('GET /admin/remotes', {});
  assert.deepEqual(
    registered?.fills.map(({ fill, hidden }) => [fill, hidden]),
    [
      ['mf-b/First', false],
      ['mf-a/First', true],
      ['mf-a/Second', false],
    ],
  );
  const reader = await server.reader();
  await reader.fails(403, 'PUT /admin/fills', { body: { point, fills } });
  await publish({ signature: { key: 'k', value: 'v' } });
  assert.equal((await shown()).length, 3);
  await admin.fails(422, 'PUT /admin/fills', { body: { point, fills } });
  await publish();
  await admin.call('PUT /admin/fills', { body: { point, fills: [] } });
  assert.equal((await shown()).length, 3);
});

test('where nothing was deployed yet, there are no parts', async () => {
  await rm(join(folder, 'remotes.json'));
  const { registered } = await admin.call('GET /admin/remotes', {});
  assert.deepEqual(registered, { parts: [], fills: [], is_signed: false });
  await admin.fails(422, 'PUT /admin/disabled-parts', set('mf-a', true));
  await publish();
});

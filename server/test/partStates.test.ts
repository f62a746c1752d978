import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
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
  folder = await mkdtemp(join(tmpdir(), 'lectern-states-'));
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
type State = 'deployed' | 'disabled' | 'rolled_back' | 'promoted';
const set = (remote: string, state: State, version?: string) => ({
  body: { remote, state, version, why: 'It loops' },
});

test('a disabled part is not served until it is enabled again', async () => {
  const tag = (await ask()).headers.get('etag') ?? '';
  assert.equal((await ask(tag)).status, 304);
  await admin.call('PUT /admin/part-states', set('mf-a', 'disabled'));
  assert.equal((await ask(tag)).status, 200);
  assert.deepEqual(await served(), ['mf-b']);
  const { registered } = await admin.call('GET /admin/remotes', {});
  const facts = { team: null, version: '1.0.0', previous: null, contract: '2.0', digest: 'sha384-abc' };
  const change = { state: 'disabled', version: '', why: 'It loops' };
  assert.deepEqual(registered, {
    parts: [
      { remote: 'mf-a', ...facts, failures: 0, change },
      { remote: 'mf-b', ...facts, failures: 0, change: null },
    ],
    fills: [
      { point: 'shell/dashboard', fill: 'mf-a/First', name: 'First', hidden: false },
      { point: 'shell/dashboard', fill: 'mf-b/First', name: 'First', hidden: false },
      { point: 'shell/dashboard', fill: 'mf-a/Second', name: 'Second', hidden: false },
    ],
    is_signed: false,
  });
  await admin.fails(422, 'PUT /admin/part-states', set('mf-b', 'disabled'));
  await admin.call('PUT /admin/part-states', set('mf-a', 'deployed'));
  assert.deepEqual(await served(), ['mf-a', 'mf-b']);
});

test('a signed registry is served as it is, and the command is named instead', async () => {
  await admin.call('PUT /admin/part-states', set('mf-a', 'disabled'));
  await publish({ signature: { key: 'k', value: 'v' } });
  assert.deepEqual(await served(), ['mf-a', 'mf-b']);
  const { error } = await admin.fails(422, 'PUT /admin/part-states', set('mf-b', 'disabled'));
  assert.match(error, /npm run deploy -- mf-b --rollback/);
  await admin.call('PUT /admin/part-states', set('mf-a', 'deployed'));
  await publish();
});

test('only administrators disable a part, and only one that is deployed', async () => {
  const reader = await server.reader();
  await reader.fails(403, 'PUT /admin/part-states', set('mf-a', 'disabled'));
  await admin.fails(422, 'PUT /admin/part-states', set('mf-c', 'disabled'));
});

describe('versions that an administrator rolls back or promotes', () => {
  const at = (version: string, more: object = {}) => ({
    base: `/remotes/mf-a/${version}/`,
    description: { name: 'mf-a', version, contract: '2.0', team: 'Shelves' },
    ...more,
  });
  const [old, current, trial] = [at('1.0.0'), at('1.1.0'), at('1.2.0', { share: 0.1 })];
  const entry = async () => (await (await ask()).json()).remotes['mf-a'];
  const part = async () =>
    (await admin.call('GET /admin/remotes', {})).registered?.parts.find(({ remote }) => remote === 'mf-a');
  const deploy = (versions: object) => publish({ remotes: { ...remotes, 'mf-a': versions } });

  before(() => deploy({ current, previous: old, canary: trial }));
  after(() => publish());

  const cases: [name: string, state: State, version: string, served: object][] = [
    ['a version gives way to the one before it', 'rolled_back', '1.1.0', { current: old, canary: trial }],
    ['a trial ends', 'rolled_back', '1.2.0', { current, previous: old }],
    ['a trial is for everybody', 'promoted', '1.2.0', { current: at('1.2.0'), previous: current }],
  ];
  for (const [name, state, version, expected] of cases)
    test(name, async () => {
      await admin.call('PUT /admin/part-states', set('mf-a', state, version));
      assert.deepEqual(await entry(), expected);
      const { change, team, previous } = (await part()) ?? {};
      assert.deepEqual(change, { state, version, why: 'It loops' });
      assert.deepEqual([team, previous], ['Shelves', '1.0.0']);
      await admin.call('PUT /admin/part-states', set('mf-a', 'deployed'));
      assert.deepEqual(await entry(), { current, previous: old, canary: trial });
    });

  test('a trial that was ended is not listed as one', async () => {
    const trials = async () => (await admin.call('GET /admin/remotes', {})).canaries?.length;
    assert.equal(await trials(), 1);
    await admin.call('PUT /admin/part-states', set('mf-a', 'rolled_back', '1.2.0'));
    assert.equal(await trials(), 0);
    await admin.call('PUT /admin/part-states', set('mf-a', 'deployed'));
  });

  test('the next version that is deployed is not held back', async () => {
    await admin.call('PUT /admin/part-states', set('mf-a', 'rolled_back', '1.1.0'));
    const next = { current: at('1.3.0'), previous: current };
    await deploy(next);
    assert.deepEqual(await entry(), next);
    assert.equal((await part())?.change, null);
    await deploy({ current, previous: old, canary: trial });
    await admin.call('PUT /admin/part-states', set('mf-a', 'deployed'));
  });

  test('what is not deployed, or has no version before it, is refused', async () => {
    const refused = (...change: Parameters<typeof set>) =>
      admin.fails(422, 'PUT /admin/part-states', set(...change));
    await refused('mf-a', 'rolled_back', '1.0.0');
    await refused('mf-a', 'promoted', '1.1.0');
    await refused('mf-a', 'promoted');
    await refused('mf-b', 'rolled_back', '1.0.0');
    await refused('mf-c', 'rolled_back', '1.0.0');
  });
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
  await admin.fails(422, 'PUT /admin/part-states', set('mf-a', 'disabled'));
  await publish();
});

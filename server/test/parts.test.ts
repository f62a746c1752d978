import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { basisOf } from '@lectern/shared-contracts/domain/changes/basis.ts';
import type { Client, LooseRequest } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { copyRows } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';

type Fields = Record<string, unknown>;

const loans = { part: 'mf-lending', collection: 'loans' };
const clock = clockAt('2026-03-01T10:00:00.000Z');
const registry = (data: object[]) => ({
  base: '/remotes/mf-lending/1.0.0/',
  description: { name: 'mf-lending', data },
});

let folder: string;
let server: TestServer;
let reader: Client;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-parts-'));
  const remotes = {
    'mf-lending': {
      current: registry([{ name: 'few', rows: 2, bytes: 100 }]),
      previous: registry([
        { name: 'few', rows: 1, bytes: 200 },
        { name: 'usual', rows: 'many', bytes: -1 },
      ]),
    },
    'mf-broken': { current: { description: { data: [null, 7, { name: null }] } }, canary: null },
  };
  await writeFile(join(folder, 'remotes.json'), JSON.stringify({ remotes }));
  server = await startServer({ config: { remotesDir: folder }, services: { now: clock.now } });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const body = (row: Fields, more: object = {}) => ({ row, created_at: clock.now().toISOString(), ...more });
const put = (id: string, row: Fields, more: object = {}, place = loans) =>
  reader.call('PUT /parts/:part/rows/:collection/:id', {
    params: { ...place, id },
    body: body(row, more),
  });
const add = async (row: Fields, place = loans) => (await put(randomUUID(), row, {}, place)).id;
const refused = async (key: 'PUT' | 'DELETE', request: LooseRequest) =>
  (await reader.try(`${key} /parts/:part/rows/:collection/:id`, request as never)).status;
const list = async (query = {}, place = loans) =>
  (await reader.call('GET /parts/:part/rows/:collection', { params: place, query })).items;
const rows = async (query = {}, place = loans) => (await list(query, place)).map(({ row }) => row);
const remove = (id: string) =>
  reader.call('DELETE /parts/:part/rows/:collection/:id', { params: { ...loans, id } });
const bin = async () => (await reader.call('GET /bin', {})).items;

describe('rows of a part', () => {
  test('are kept in the order in which they were made, changed and deleted', async () => {
    reader = await server.reader();
    const first = await add({ to: 'Ann' });
    clock.pass(1);
    await add({ to: 'Ben' });
    clock.pass(1);
    const changed = await put(first, { to: 'Cleo', due: null, list: [1, { deep: 'é' }] });
    assert.deepEqual((await list())[0], changed);
    assert.deepEqual(
      (await list()).map(({ row }) => row.to),
      ['Cleo', 'Ben'],
    );
    await remove(first);
    assert.deepEqual(await rows(), [{ to: 'Ben' }]);
    assert.equal(await refused('DELETE', { params: { ...loans, id: first } }), 404);
  });

  test('come page by page, and by the values of up to three fields', async () => {
    reader = await server.reader();
    for (const to of ['Ann', 'Ben', 'Ann', "O'Hara"]) {
      await add({ to, book: 'Emma', n: 7 });
      clock.pass(1);
    }
    const page = await reader.call('GET /parts/:part/rows/:collection', {
      params: loans,
      query: { limit: 3 },
    });
    const next = { cursor: page.next_cursor ?? '' };
    assert.deepEqual(
      [...page.items.map(({ row }) => row), ...(await rows(next))].map(({ to }) => to),
      ['Ann', 'Ben', 'Ann', "O'Hara"],
    );
    const found = async (where: object) => (await rows({ where: JSON.stringify(where) })).length;
    assert.equal(await found({ to: 'Ann', book: 'Emma' }), 2);
    assert.equal(await found({ to: "O'Hara" }), 1);
    assert.equal(await found({ book: 'Persuasion' }), 0);
    assert.equal(await found({ n: '7' }), 4);
    for (const where of ['Ann', '[]x', '{"to":1}', '{"To":"x"}', '{"a":"","b":"","c":"","d":""}', '["a"]'])
      assert.equal(
        (await reader.try('GET /parts/:part/rows/:collection', { params: loans, query: { where } })).status,
        422,
        where,
      );
  });

  test('may hold NUL and halves of characters, which are left out', async () => {
    reader = await server.reader();
    const id = await add({ to: 'a\u0000b\ud800c \\u0000', 'k\u0000': 'x' });
    assert.deepEqual(await rows({ where: JSON.stringify({ k: 'x' }) }), [{ to: 'abc \\u0000', k: 'x' }]);
    await remove(id);
    const [entry] = await bin();
    assert.equal(entry?.excerpt, 'abc \\u0000\nx');
  });

  test('belong to one reader, part and collection', async () => {
    reader = await server.reader();
    const id = await add({ to: 'Ann' });
    for (const place of [
      { ...loans, part: 'mf-other' },
      { ...loans, collection: 'others' },
    ]) {
      assert.deepEqual(await list({}, place), []);
      assert.equal(await refused('PUT', { params: { ...place, id }, body: body({}) }), 404);
      assert.equal(await refused('DELETE', { params: { ...place, id } }), 404);
    }
    for (const place of [
      { ...loans, part: 'lending' },
      { ...loans, part: 'mf-Lending' },
      { ...loans, collection: 'Loans' },
      { ...loans, collection: '9' },
    ])
      assert.equal(await refused('PUT', { params: { ...place, id: randomUUID() }, body: body({}) }), 404);
    assert.equal(await refused('PUT', { params: { ...loans, id: 'first' }, body: body({}) }), 404);
    assert.equal(await refused('PUT', { params: { ...loans, id }, body: { ...body({}), row: ['x'] } }), 422);
    assert.deepEqual(await rows(), [{ to: 'Ann' }]);
  });

  test('are as large and as many as a version in production declares, or else as Lectern allows, whatever another part declares', async () => {
    reader = await server.reader();
    const few = { ...loans, collection: 'few' };
    const tried = async (collection: string, bytes: number) =>
      (
        await reader.try('PUT /parts/:part/rows/:collection/:id', {
          params: { ...loans, collection, id: randomUUID() },
          body: body({ a: 'x'.repeat(bytes - '{"a":""}'.length) }),
        })
      ).status;
    assert.equal(await tried('few', 201), 413);
    assert.deepEqual(
      [await tried('few', 200), await tried('few', 20), await tried('few', 20)],
      [200, 200, 413],
    );
    assert.equal((await list({}, few)).length, 2);
    assert.deepEqual([await tried('usual', 4_000), await tried('usual', 4_001)], [200, 413]);
    assert.deepEqual([await tried('undeclared', 64_000), await tried('undeclared', 64_001)], [200, 413]);
  });

  test('take no room from other parts: one has half of it', async () => {
    reader = await server.reader();
    const userId = reader.user?.id ?? '';
    const id = await add({ a: 'x'.repeat(63_000) });
    await copyRows(server.services, 'part_rows', userId, 300, () => ({}));
    const answer = await reader.fails(413, 'PUT /parts/:part/rows/:collection/:id', {
      params: { ...loans, id: randomUUID() },
      body: body({ to: 'Ann' }),
    });
    assert.match(answer.error, /This part of Lectern/);
    await put(id, { to: 'Ann' });
    assert.ok(await add({ to: 'Ben' }, { part: 'mf-other', collection: 'loans' }));
  });

  test('changed on two devices: the later one, the fields of both, or both versions', async () => {
    reader = await server.reader();
    const shown = { to: 'Ann', due: 'May', note: 'x' };
    const kept = async (change: Fields, more: object) => {
      const id = await add(shown);
      await put(id, { ...shown, due: 'June' });
      const { note: _, ...rest } = shown;
      const mine = { ...rest, ...change };
      await put(id, mine, {
        ...more,
        ...('basis' in more ? { basis: basisOf(shown, { note: 0, ...change }) } : {}),
      });
      return (await list()).filter((row) => row.id === id || row.twin_of === id).map(({ row }) => row);
    };
    assert.deepEqual(await kept({ to: 'Ben' }, {}), [{ to: 'Ben', due: 'May' }]);
    assert.deepEqual(await kept({ to: 'Ben' }, { basis: true }), [{ to: 'Ben', due: 'June' }]);
    assert.deepEqual(await kept({ due: 'July' }, { basis: true }), [{ to: 'Ann', due: 'July' }]);
    const both = { basis: true, keep_both: true };
    assert.deepEqual(await kept({ to: 'Ben' }, both), [{ to: 'Ben', due: 'June' }]);
    const versions = await kept({ due: 'July' }, both);
    assert.equal(versions.length, 2);
    for (const version of [
      { to: 'Ann', due: 'July' },
      { to: 'Ann', due: 'June', note: 'x' },
    ])
      assert.ok(
        versions.some((row) => JSON.stringify(row) === JSON.stringify(version)),
        version.due,
      );
  });

  test('may change in many fields at once', async () => {
    reader = await server.reader();
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, value]));
    const id = await add(wide(0), { ...loans, collection: 'wide' });
    await put(id, wide(1), { basis: basisOf(wide(0), wide(1)) }, { ...loans, collection: 'wide' });
    assert.deepEqual(await rows({}, { ...loans, collection: 'wide' }), [wide(1)]);
  });

  test('[N-07] lie in the bin under the name of their part, come back, and have earlier versions', async () => {
    reader = await server.reader();
    const id = await add({ to: 'Ann' });
    await put(id, { book_id: randomUUID(), to: 'Ben', book: 'Emma' });
    const versions = await reader.call('GET /versions/:kind/:id', { params: { kind: 'row', id } });
    assert.deepEqual(
      versions.items.map(({ fields }) => fields),
      [{ content: { to: 'Ann' } }],
    );
    const [before] = await list();
    await remove(id);
    const [entry] = await bin();
    assert.deepEqual([entry?.kind, entry?.title, entry?.excerpt], ['row', 'mf-lending', 'Ben\nEmma']);
    assert.deepEqual(entry?.row, { ...loans, ...before });
    await reader.call('POST /bin/:id/restore', { params: { id: entry?.id ?? '' }, body: {} });
    assert.deepEqual(await list(), [before]);
    assert.deepEqual(await bin(), []);
  });
});

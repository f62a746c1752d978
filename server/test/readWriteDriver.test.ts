import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openSqlite } from '../src/store/sqlite/openSqlite.ts';
import { openTestStore } from './support/store.ts';

const setting = (value: string) => ({ name: 'written_by' as const, value });

test('[S-02] a read does not wait for a transaction, and sees committed data; writes wait, in order', async () => {
  await using store = await openTestStore();
  const { db } = store;
  await db.deleteFrom('settings').where('name', '=', 'written_by').execute();
  const read = async () =>
    (await db.selectFrom('settings').select('value').where('name', '=', 'written_by').execute()).map(
      ({ value }) => value,
    );
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const long = db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values(setting('in the transaction')).execute();
    assert.deepEqual(
      (await trx.selectFrom('settings').select('value').where('name', '=', 'written_by').execute()).length,
      1,
    );
    begun();
    await mayEnd;
  });
  await hasBegun;
  assert.deepEqual(await read(), []);
  const change = (value: string) =>
    db.updateTable('settings').set({ value }).where('name', '=', 'written_by').execute();
  // PostgreSQL starts both at once, and the later one waits for the row.
  const writes = store.shared ? [] : [change('first'), change('second')];
  assert.deepEqual(await read(), []);
  end();
  await long;
  await Promise.all(writes);
  assert.deepEqual(await read(), [store.shared ? 'in the transaction' : 'second']);
});

test('[S-02] a long transaction yields between its statements', async () => {
  await using store = await openTestStore();
  await store.db.transaction().execute(async (trx) => {
    const count = () => trx.selectFrom('settings').select('name').execute();
    await count();
    let isAnswered = false;
    setImmediate(() => {
      isAnswered = true;
    });
    const until = performance.now() + 10;
    while (performance.now() < until);
    await count();
    assert.ok(isAnswered);
  });
});

test('[S-02] a failed transaction leaves nothing, and the next write succeeds', async () => {
  await using store = await openTestStore();
  const { db } = store;
  await db.deleteFrom('settings').where('name', '=', 'written_by').execute();
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values(setting('lost')).execute();
      throw new Error('given up');
    }),
    /given up/,
  );
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values(setting('one')).execute();
      await trx.insertInto('settings').values(setting('one')).execute();
    }),
  );
  await db.insertInto('settings').values(setting('kept')).execute();
  const { rows } = await db.executeQuery<{ value: string }>(
    db.selectFrom('settings').select('value').where('name', '=', 'written_by').compile(),
  );
  assert.deepEqual(rows, [{ value: 'kept' }]);
});

test('[O-14] SQLite’s write-ahead log shrinks after a large transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-log-'));
  const path = join(folder, 'lectern.db');
  const db = openSqlite(path);
  const logBytes = async () => (await stat(`${path}-wal`)).size;
  try {
    await sql`create table texts (value text)`.execute(db);
    const add = (characters: number) => sql`insert into texts values (${'x'.repeat(characters)})`;
    await db.transaction().execute(async (trx) => {
      for (let times = 0; times < 12; times++) await add(2 * 1024 ** 2).execute(trx);
    });
    assert.ok((await logBytes()) > 20 * 1024 ** 2);
    await add(1).execute(db);
    assert.ok((await logBytes()) <= 16 * 1024 ** 2, `${await logBytes()} bytes`);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
});

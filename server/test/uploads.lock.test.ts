import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ERRORS, type Lock } from '@tus/server';
import { sharedLocker } from '../src/intake/uploads/sharedLocker.ts';
import { startServer, type TestServer } from './support/server.ts';

const onSqlite = { skip: process.env.LECTERN_TEST_ENGINE === 'postgres' && 'the driver needs its timers' };
const start = Date.now();
let now = start;
let server: TestServer;

before(async () => {
  server = await startServer({ services: { now: () => new Date(now) } });
});
after(() => server.stop());
beforeEach(() => {
  now = start;
});

describe('the lock of an upload', () => {
  const never = new AbortController().signal;
  const locks: Lock[] = [];
  const lockOf = (id: string) => {
    const lock = sharedLocker(server.services).newLock(id);
    locks.push(lock);
    return lock;
  };
  const nothing = () => {};
  after(() => Promise.all(locks.splice(0).map((lock) => lock.unlock())));
  const refused = { body: ERRORS.ERR_LOCK_TIMEOUT.body };

  test('is held by one at a time, for each upload', async () => {
    const [one, other] = [lockOf('a'), lockOf('a')];
    await one.lock(never, nothing);
    await assert.rejects(other.lock(AbortSignal.abort(), nothing), refused);
    await lockOf('b').lock(AbortSignal.abort(), nothing);
    await other.unlock();
    await assert.rejects(other.lock(AbortSignal.abort(), nothing), refused);
    await one.unlock();
    await other.lock(AbortSignal.abort(), nothing);
  });

  test('passes to another when its holder has died', async () => {
    await lockOf('c').lock(never, nothing);
    now = start + 15_000;
    await assert.rejects(lockOf('c').lock(AbortSignal.abort(), nothing), refused);
    now = start + 15_001;
    await lockOf('c').lock(AbortSignal.abort(), nothing);
  });

  test('[O-18] is waited for by three requests, and refused to more', onSqlite, async () => {
    await lockOf('w').lock(never, nothing);
    const locker = sharedLocker(server.services);
    const ending = new AbortController();
    let ended = 0;
    const waiting = Array.from({ length: 3 }, () =>
      locker
        .newLock('w')
        .lock(ending.signal, nothing)
        .catch(() => {
          ended += 1;
        }),
    );
    await assert.rejects(locker.newLock('w').lock(never, nothing), refused);
    assert.equal(ended, 0);
    ending.abort();
    await Promise.all(waiting);
  });

  test('is waited for 30 seconds at least', onSqlite, async (t) => {
    await lockOf('e').lock(never, nothing);
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
    let failure: { body?: string } | null = null;
    const waiting = lockOf('e')
      .lock(never, nothing)
      .catch((error) => {
        failure = error;
      });
    while (failure === null) {
      t.mock.timers.tick(250);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await waiting;
    assert.deepEqual((failure as { body?: string }).body, refused.body);
    assert.ok(Date.now() > 30_000, String(Date.now()));
  });

  test('is given up when another asks for it, and renewed while it is held', onSqlite, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    const holder = lockOf('d');
    let asked = 0;
    await holder.lock(never, () => {
      asked += 1;
    });
    const row = () =>
      server.services.db
        .selectFrom('upload_locks')
        .selectAll()
        .where('upload_id', '=', 'd')
        .executeTakeFirstOrThrow();
    const until = async (is: () => Promise<boolean>) => {
      while (!(await is())) {
        t.mock.timers.tick(250);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    now = start + 10_000;
    await until(async () => (await row()).until === new Date(start + 25_000).toISOString());
    assert.equal(asked, 0);
    let isTaken = false;
    const next = lockOf('d')
      .lock(never, nothing)
      .then(() => {
        isTaken = true;
      });
    await until(async () => asked > 0);
    assert.equal(isTaken, false);
    await holder.unlock();
    await until(async () => isTaken);
    await next;
    assert.equal(asked, 1);
    assert.equal((await row()).release_requested, 0);
  });
});

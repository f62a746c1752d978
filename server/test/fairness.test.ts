import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { createRouteQueues } from '../src/http/rateLimits/routeCosts.ts';
import { argon2id } from '../src/people/auth/credentials/passwords.ts';
import { AppError } from '../src/run/common/errors.ts';
import { FairQueue, RecentReaders } from '../src/run/scheduling/FairQueue.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { addNotes } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let other: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
  other = await server.reader();
});
after(() => server.stop());

const idOf = (who: Client) => who.user?.id ?? '';

describe('a fair queue', () => {
  test('[O-18] limits concurrent jobs per user, serves others before the rest, and refuses too many', async () => {
    const queue = new FairQueue({ total: 3, perReader: 2, waiting: 3 });
    const ended: string[] = [];
    const doors = new Map<string, () => void>();
    const job = (who: string, name: string) =>
      queue.run(who, async () => {
        await new Promise<void>((resolve) => doors.set(name, resolve));
        ended.push(name);
      });
    const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => job('a', name));
    const refused = await job('a', 'a6').catch((error: unknown) => error);
    assert.ok(refused instanceof AppError && refused.code === 'too_many_at_once' && refused.retryAfter === 2);
    all.push(...['b1', 'b2'].map((name) => job('b', name)));
    while (doors.size < 3) await new Promise(setImmediate);
    assert.deepEqual([...doors.keys()], ['a1', 'a2', 'b1']);
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5']) {
      while (!doors.has(name)) await new Promise(setImmediate);
      doors.get(name)?.();
      while (!ended.includes(name)) await new Promise(setImmediate);
    }
    await Promise.all(all);
    assert.deepEqual([...doors.keys()], ['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5']);
    assert.equal(queue.running, 0);
  });

  test('[S-22] whoever gives up frees the place at once, and the others go on', async () => {
    const queue = new FairQueue({ perReader: 1, waiting: 1 });
    const leave = await queue.enter('a');
    const gone = new AbortController();
    const given = queue.enter('a', gone.signal);
    await assert.rejects(queue.enter('a'), { code: 'too_many_at_once' });
    gone.abort(new Error('gone'));
    await assert.rejects(given, { message: 'gone' });
    const next = queue.enter('a');
    leave();
    (await next)();
    assert.equal(queue.running, 0);
  });

  test('[O-18] lets a user pause after a job only while others are active', async () => {
    const queue = new FairQueue({ perReader: 1, waiting: 3, rest: 100 });
    const ended: string[] = [];
    const job = (who: string, name: string) =>
      queue.run(who, async () => {
        // Long enough that its pause exceeds everything else here.
        const until = performance.now() + 2;
        while (performance.now() < until);
        ended.push(name);
      });
    await job('a', 'a1');
    await job('a', 'a2');
    await job('b', 'b1');
    const last = [job('a', 'a3'), job('a', 'a4'), job('c', 'c1')];
    await Promise.all([last[0], last[2]]);
    assert.deepEqual(ended, ['a1', 'a2', 'b1', 'a3', 'c1']);
    await last[1];
  });

  test('[O-18] allows a burst of work without pauses, and then pauses', async () => {
    const queue = new FairQueue({ perReader: 1, waiting: 9, rest: 20, burst: 100 });
    const ended: string[] = [];
    const job = (who: string, name: string) =>
      queue.run(who, async () => {
        const until = performance.now() + 40;
        while (performance.now() < until);
        ended.push(name);
      });
    await job('b', 'b1');
    await Promise.all(['a1', 'a2', 'a3'].map((name) => job('a', name)));
    const paused = job('a', 'a4');
    await job('b', 'b2');
    assert.deepEqual(ended, ['b1', 'a1', 'a2', 'a3', 'b2']);
    await paused;
  });

  test('[O-18] pauses a user after an expensive request while others send requests of another kind', async () => {
    const { import: imports, any } = createRouteQueues(new RecentReaders());
    const ended: string[] = [];
    const job = (queue: FairQueue, who: string, name: string) =>
      queue.run(who, async () => {
        const until = performance.now() + 20;
        while (performance.now() < until);
        ended.push(name);
      });
    await job(any, 'b', 'b1');
    await job(imports, 'a', 'a1');
    const second = job(imports, 'a', 'a2');
    await job(any, 'b', 'b2');
    assert.deepEqual(ended, ['b1', 'a1', 'b2']);
    await second;
  });
});

describe('covers', () => {
  test('[S-05] of 64 megapixels, 24 at once: one is decoded at a time, and others are answered meanwhile', async () => {
    const image = (
      await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#135' } })
        .jpeg({ quality: 20 })
        .toBuffer()
    ).toString('base64');
    const id = await addBook(server.services, idOf(reader));
    const before = await other.call('GET /books', {});
    let done = 0;
    let most = 0;
    // A picture takes hundreds of milliseconds.
    const looking = setInterval(() => {
      most = Math.max(most, server.services.covers.decoding);
    }, 2);
    const covers = Array.from({ length: 24 }, () =>
      reader.call('PUT /books/:id/cover', { params: { id }, body: { image } }).finally(() => {
        done += 1;
      }),
    );
    await other.call('GET /books', {});
    await other.call('POST /notes', { body: { content: 'Meanwhile.' } });
    assert.ok(done < 24, 'the others were answered before the covers were drawn');
    const books = await Promise.all(covers).finally(() => clearInterval(looking));
    assert.equal(most, 1);
    assert.equal(new Set(books.map(({ cover_base }) => cover_base)).size, 24);
    assert.equal(before.total, (await other.call('GET /books', {})).total);
  });

  test('[S-05] are queued before they are read: an invalid request is refused only when its turn has come', async () => {
    const id = await addBook(server.services, idOf(reader));
    const end = await server.services.routeQueues.cover.enter(idOf(reader));
    let isRefused = false;
    const refused = reader
      .try('PUT /books/:id/cover', { params: { id }, body: { image: 7 as unknown as string } })
      .finally(() => {
        isRefused = true;
      });
    // Other requests of the same user are answered meanwhile.
    await reader.call('GET /books', {});
    await reader.call('GET /books', {});
    assert.equal(isRefused, false);
    end();
    assert.equal((await refused).status, 422);
    assert.equal(server.services.routeQueues.cover.running, 0);
  });

  test('[S-05] with too many pixels, or bytes of pixels, are refused with a message', async () => {
    const id = await addBook(server.services, idOf(reader));
    const create = { width: 8_001, height: 8_000, channels: 3, background: '#135' } as const;
    const image = (await sharp({ create }).png().toBuffer()).toString('base64');
    const error = await reader.fails(413, 'PUT /books/:id/cover', { params: { id }, body: { image } });
    assert.equal(error.code, 'picture_too_large');
    assert.match(error.error, /64 million pixels/);
  });
});

test('[O-18] repeated sign-ins take at most half of the CPUs, and others are answered meanwhile', async () => {
  let running = 0;
  let most = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    running += 1;
    most = Math.max(most, running);
    return work.finally(() => {
      running -= 1;
    });
  };
  const passwordHasher = {
    hash: (password: string) => counted(argon2id.hash(password)),
    verify: (hashed: string, password: string) => counted(argon2id.verify(hashed, password)),
  };
  const busy = await startServer({ services: { passwordHasher } });
  try {
    const [greedy, patient] = [await busy.reader('greedy'), await busy.reader('patient')];
    const body = { email: 'greedy@example.org', password: 'password of greedy' };
    let done = 0;
    const signIns = Array.from({ length: 20 }, () =>
      busy.visitor.call('POST /auth/login', { body }).finally(() => {
        done += 1;
      }),
    );
    await patient.call('GET /books', {});
    await patient.call('POST /notes', { body: { content: 'Meanwhile.' } });
    assert.ok(done < 20, 'the other was answered before all had signed in');
    await Promise.all(signIns);
    assert.ok(most <= Math.max(1, availableParallelism() / 2), `${most} at once`);
    await greedy.call('GET /books', {});
  } finally {
    await busy.stop();
  }
});

test('[O-18] an export pauses between batches while other users send requests', async () => {
  const rests: number[] = [];
  const pause = async (milliseconds: number) => {
    rests.push(milliseconds);
  };
  const busy = await startServer({ services: { pause } });
  try {
    const [greedy, patient] = [await busy.reader('greedy'), await busy.reader('patient')];
    await addNotes(busy.services, idOf(greedy), { count: 60, content: 'A thought.' });
    await patient.call('GET /books', {});
    rests.length = 0;
    const answer = await greedy.fetch('/v1/export');
    assert.ok((await answer.arrayBuffer()).byteLength > 0);
    assert.ok(rests.length >= 3, `${rests.length} rests`);
  } finally {
    await busy.stop();
  }
});

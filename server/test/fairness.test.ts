import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import sharp from 'sharp';
import { argon2id } from '../src/auth/credentials/passwords.ts';
import { AppError } from '../src/common/errors.ts';
import { createIngestQueue } from '../src/jobs/createIngestQueue.ts';
import { UploadRepository } from '../src/jobs/UploadRepository.ts';
import { networkOf } from '../src/rateLimits/authLimits.ts';
import { createRouteQueues } from '../src/rateLimits/routeCosts.ts';
import { FairQueue } from '../src/scheduling/FairQueue.ts';
import { RecentReaders } from '../src/scheduling/RecentReaders.ts';
import { WorkBudget } from '../src/scheduling/WorkBudget.ts';
import { stagingFolder } from '../src/staging/staging.ts';
import { bookFile, page } from './support/bookFiles.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { helperScript } from './support/helperScript.ts';
import { addNotes } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stagedNames } from './support/stored.ts';
import { address, begin } from './support/tus.ts';
import { stage, upload } from './support/uploads.ts';

const quota = 300_000;
let server: TestServer;
let reader: Client;
let other: Client;

before(async () => {
  server = await startServer({ config: { quotaBytes: quota } });
  reader = await server.reader();
  other = await server.reader();
});
after(() => server.stop());

const idOf = (who: Client) => who.user?.id ?? '';

describe('a queue that is fair', () => {
  test('[O-18] runs so many jobs of one reader at once, lets the others before the rest, and refuses what is too much', async () => {
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

  test('[O-18] lets a reader rest after a job only while others ask for something too', async () => {
    const queue = new FairQueue({ perReader: 1, waiting: 3, rest: 100 });
    const ended: string[] = [];
    const job = (who: string, name: string) =>
      queue.run(who, async () => {
        // Long enough that the rest of it is longer than anything else here takes.
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

  test('[O-18] a reader may have a burst of work without a rest, and rests once it is used up', () => {
    const budget = new WorkBudget({ burst: 100, rest: 20 });
    assert.deepEqual(
      [40, 40, 40, 40].map((milliseconds) => budget.spend('a', milliseconds)),
      [true, true, false, false],
    );
    assert.equal(budget.spend('b', 40), true);
    assert.equal(new WorkBudget({ rest: 20 }).spend('a', 1), false);
  });

  test('[O-18] a reader rests after a costly request while others ask for something of another kind', async () => {
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

describe('uploads', () => {
  test('[S-03] of one reader are read in turns with those of others, whoever came first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-turns-'));
    const orderFile = join(folder, 'order');
    const script = helperScript(`
      import { appendFileSync } from 'node:fs';
      process.on('message', ({ id, fileName }) => {
        appendFileSync(${JSON.stringify(orderFile)}, fileName + '\\n');
        process.send({ id, kind: 'refused', code: 'epub_broken', sentence: 'no' });
      });`);
    const ids: string[] = [];
    const add = async (who: Client, filename: string, second: number) =>
      ids.push(
        await stage(server.services, idOf(who), bookFile({ 'OPS/one.xhtml': page(filename) }), {
          filename,
          created_at: `2026-01-01T00:00:0${second}.000Z`,
        }),
      );
    for (const [at, name] of ['a1', 'a2', 'a3', 'a4', 'a5'].entries()) await add(reader, name, at);
    await add(other, 'b1', 7);
    await add(other, 'b2', 8);
    const left = await new UploadRepository(server.services).leftBehind();
    const owners = left.map(({ user_id }) => (user_id === idOf(reader) ? 'a' : 'b'));
    assert.deepEqual(owners.join(''), 'ababaaa');
    const queue = await createIngestQueue(server.services, {
      size: 1,
      script: script,
      onTrouble: () => {},
    });
    await Promise.all(ids.map((id) => queue.finished(id)));
    await queue.stop();
    const order = (await readFile(orderFile, 'utf8')).trim().split('\n');
    await rm(folder, { recursive: true });
    // Two are prepared side by side, so that one may be overtaken by the next. In the order of upload b would be last.
    assert.equal(order.length, 7);
    assert.ok(order.indexOf('b1') <= 2, order.join());
    assert.ok(order.indexOf('b2') <= 4, order.join());
  });

  test('[S-03] are at most twenty at once for one reader; the next is refused before its first byte', async () => {
    const hoarder = await server.reader();
    for (let i = 0; i < 20; i++) await address(hoarder, 10);
    const resumable = await begin(hoarder, 10);
    assert.equal(resumable.status, 429);
    assert.match(
      await resumable.text(),
      /too_many_uploads.*Too many uploads|Too many uploads.*too_many_uploads/,
    );
    const answer = await headersOnly(hoarder, { 'content-length': '5000' });
    assert.deepEqual([answer.status, answer.code], [429, 'too_many_uploads']);
    assert.ok(Number(answer.retryAfter) > 0);
    assert.equal((await upload(other, bookFile({ 'OPS/one.xhtml': page('Other.') }))).status, 201);
  });

  test('[S-11] are held against the quota before a byte is kept', async () => {
    const answer = await headersOnly(other, { 'content-length': String(quota + 100_000) });
    assert.deepEqual([answer.status, answer.code], [413, 'quota_exceeded']);
    assert.equal(answer.bytesKept, 0);
    assert.equal((await begin(other, quota + 1)).status, 413);
  });

  test('[S-11] whose text is many times the file count by their text: what does not fit is refused, and nothing is left', async () => {
    const full = await server.reader();
    // 8 MB of one word are packed to some kilobytes, and are kept unpacked for search.
    const bomb = bookFile({ 'OPS/one.xhtml': page('whale '.repeat(1_400_000)) });
    assert.ok(bomb.length < quota / 4, `${bomb.length} bytes`);
    const refused = await upload(full, bomb);
    assert.equal(refused.status, 413);
    assert.equal((refused.body as ErrorBody).code, 'quota_exceeded');
    assert.equal((await full.call('GET /books', {})).total, 0);
    assert.equal((await upload(full, bookFile({ 'OPS/one.xhtml': page('Short.') }))).status, 201);
    const { extra_bytes } = await server.services.db
      .selectFrom('books')
      .select('extra_bytes')
      .where('user_id', '=', idOf(full))
      .executeTakeFirstOrThrow();
    assert.equal(Number(extra_bytes), 0);
  });

  test('[S-11] that do not say how long they are end at the quota, and nothing is left of them', async () => {
    const late = await server.reader();
    const answer = await headersOnly(late, { 'transfer-encoding': 'chunked' }, 40 * quota);
    assert.deepEqual([answer.status, answer.code], [413, 'quota_exceeded']);
    assert.ok(answer.bytesKept <= quota, `${answer.bytesKept} bytes were kept`);
    assert.deepEqual(
      (await stagedNames(server.services)).filter((name) => name.endsWith('.work')),
      [],
    );
    assert.deepEqual((await late.call('GET /uploads', {})).items, []);
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

  test('[S-05] wait before they are read: one that is not even a request is refused only when its turn has come', async () => {
    const id = await addBook(server.services, idOf(reader));
    const end = await server.services.routeQueues.cover.enter(idOf(reader));
    let isRefused = false;
    const refused = reader
      .try('PUT /books/:id/cover', { params: { id }, body: { image: 7 as unknown as string } })
      .finally(() => {
        isRefused = true;
      });
    // The same reader's other requests are answered meanwhile.
    await reader.call('GET /books', {});
    await reader.call('GET /books', {});
    assert.equal(isRefused, false);
    end();
    assert.equal((await refused).status, 422);
    assert.equal(server.services.routeQueues.cover.running, 0);
  });

  test('[S-05] of too many pixels, or too many bytes of them, are refused in words', async () => {
    const id = await addBook(server.services, idOf(reader));
    const create = { width: 8_001, height: 8_000, channels: 3, background: '#135' } as const;
    const image = (await sharp({ create }).png().toBuffer()).toString('base64');
    const error = await reader.fails(413, 'PUT /books/:id/cover', { params: { id }, body: { image } });
    assert.equal(error.code, 'picture_too_large');
    assert.match(error.error, /64 million pixels/);
  });
});

test('[O-18] one who signs in over and over takes half of the processors at most, and others are answered meanwhile', async () => {
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

test('[O-18] an export rests between some rows and the next while other readers ask for something', async () => {
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

describe('limits of rate', () => {
  test('[S-13] an IPv6 network counts once, however its address is written', () => {
    const same = [
      '2001:db8::1',
      '2001:db8:0:0::1',
      '2001:0DB8:0000:0000:ffff::',
      '2001:db8:0:0:1:2:3:4%eth0',
    ];
    assert.deepEqual([...new Set(same.map((ip) => networkOf({ ip })))], ['2001:db8:0:0::/64']);
    assert.equal(networkOf({ ip: '2001:db8:0:1::1' }), '2001:db8:0:1::/64');
    assert.equal(networkOf({ ip: '::1' }), '0:0:0:0::/64');
    for (const ip of ['::ffff:192.0.2.7', '::FFFF:c000:207', '192.0.2.7'])
      assert.equal(networkOf({ ip }), '192.0.2.7');
  });

  test('[S-13] a reader who asks too often is told when to come back; another behind the same address is not', async () => {
    const limited = await startServer({ config: { requestsPerMinute: 200 } });
    try {
      const [one, two] = [await limited.reader(), await limited.reader()];
      const search = { query: { q: 'whale' } };
      for (let i = 0; i < 10; i++) await one.call('GET /search', search);
      const refused = await one.try('GET /search', search);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((refused.body as { code: string }).code, 'too_many_requests');
      // What costs little goes on, until there is too much of that as well.
      for (let i = 0; i < 189; i++) await one.call('GET /books', {});
      await one.fails(429, 'GET /books', {});
      await two.call('GET /books', {});
      await two.call('GET /search', search);
    } finally {
      await limited.stop();
    }
  });

  test('[S-13] one who guesses passwords does not lock those out who have signed in from the same address', async () => {
    const who = { email: 'neighbour@example.org', password: 'a password of neighbours' };
    const shared = await startServer();
    try {
      await shared.visitor.call('POST /auth/register', { body: { ...who, name: 'Neighbour' } });
      await shared.visitor.call('POST /auth/login', { body: who });
      const guess = (i: number) =>
        shared.visitor.try('POST /auth/login', {
          body: { email: `g${i}@example.org`, password: 'a guess of it' },
        });
      for (let i = 0; i < 100; i++) assert.equal((await guess(i)).status, 401);
      assert.equal((await guess(100)).status, 429);
      await shared.visitor.call('POST /auth/login', { body: who });
    } finally {
      await shared.stop();
    }
  });
});

interface Refusal {
  status: number;
  code: string;
  retryAfter: string | undefined;
  /** The most bytes that lay in the folder for work under way. */
  bytesKept: number;
}

/** A multipart upload that sends its headers and then, as long as nobody answers, `bytes` bytes of a file. */
async function headersOnly(who: Client, headers: Record<string, string>, bytes = 0): Promise<Refusal> {
  const asked = rawRequest(`${server.origin}/v1/books`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'multipart/form-data; boundary=xxxx',
      ...headers,
    },
  });
  asked.on('error', () => {});
  const answered = new Promise<Refusal>((resolve, reject) => {
    asked.once('close', () => reject(new Error('no answer')));
    asked.once('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          code: JSON.parse(text).code,
          retryAfter: response.headers['retry-after'],
          bytesKept: 0,
        }),
      );
    });
  });
  answered.catch(() => {});
  let bytesKept = 0;
  const look = async () => {
    const folder = stagingFolder(server.config);
    for (const name of await stagedNames(server.services)) {
      const found = name.endsWith('.work') ? await stat(join(folder, name)).catch(() => null) : null;
      bytesKept = Math.max(bytesKept, found?.size ?? 0);
    }
  };
  asked.flushHeaders();
  if (bytes > 0) {
    asked.write('--xxxx\r\ncontent-disposition: form-data; name="file"; filename="x.epub"\r\n\r\n');
    const piece = Buffer.alloc(50_000);
    for (let sent = 0; sent < bytes && !asked.destroyed && asked.writable; sent += piece.length) {
      asked.write(piece);
      await look();
    }
  }
  const refusal = await answered;
  asked.destroy();
  return { ...refusal, bytesKept };
}

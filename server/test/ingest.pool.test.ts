import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import type { IngestedBook } from '../src/intake/ingest/ingestedBook.ts';
import { IngestPool, type PoolOptions } from '../src/intake/jobs/IngestPool.ts';
import { AppError } from '../src/run/common/errors.ts';
import { helperScript } from './support/helperScript.ts';

/** A process that behaves as the file name says; its book contains the process id. */
const code = `
    import { existsSync } from 'node:fs';
    const answer = (told) => process.send(told);
    process.on('message', ({ fileName, skippedSteps }) => {
      const done = () => answer({ kind: 'done', book: process.pid });
      if (fileName === 'deadly') process.exit(1);
      if (fileName === 'endless') for (;;);
      if (fileName.startsWith('until ')) {
        answer({ kind: 'progress', share: 0 });
        const check = () => existsSync(fileName.slice(6)) && (clearInterval(timer), done());
        const timer = setInterval(check, 10);
        return;
      }
      if (fileName === 'huge') {
        globalThis.picture = Buffer.alloc(400 * 2 ** 20, 1);
        return;
      }
      if (fileName.startsWith('blocked at ')) {
        const isSkipped = (step) =>
          skippedSteps.includes(step) || (typeof step === 'number' && skippedSteps.includes('text'));
        const steps = fileName.slice(11).split(',').map((one) => Number(one) || one);
        // Only a step that blocks is reported: one that takes no time could exceed the limit on a busy machine.
        const step = steps.find((one) => !isSkipped(one));
        if (step !== undefined) {
          answer({ kind: 'step', step });
          for (;;);
        }
        answer({ kind: 'step', step: null });
        return answer({ kind: 'done', book: skippedSteps });
      }
      if (fileName === 'slow') setTimeout(done, 300);
      else done();
    });`;

describe('the processes that read files', () => {
  const script = helperScript(code);
  const folders: string[] = [];
  const pools: IngestPool[] = [];
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.stop();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  function poolOf(options: Partial<PoolOptions> = {}): IngestPool {
    const pool = new IngestPool({ size: 2, script, onTrouble: () => {}, ...options });
    pools.push(pool);
    return pool;
  }

  /** @returns the id of the process that read it */
  async function read(
    pool: IngestPool,
    fileName: string,
    {
      workDir,
      userId = 'reader',
      progress = () => {},
    }: { workDir?: string; userId?: string; progress?: () => void } = {},
  ): Promise<unknown> {
    const folder = workDir ?? (await mkdtemp(join(tmpdir(), 'lectern-pool-')));
    folders.push(folder);
    const fatal = new AppError('epub_unsafe');
    const book: IngestedBook = await pool.run({
      userId,
      path: fileName,
      fileName,
      workDir: folder,
      bytes: fileName === 'endless' ? 0 : 1,
      fatal,
      progress,
    });
    return book;
  }

  it('are one, as long as it keeps up', async () => {
    const pool = poolOf({ scaleUpDelayMs: 600_000 });
    const processes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => read(pool, name)));
    assert.equal(new Set(processes).size, 1);
  });

  it('are started for a file that has waited too long', async () => {
    const pool = poolOf({ scaleUpDelayMs: 20 });
    const processes = await Promise.all([read(pool, 'slow'), read(pool, 'b')]);
    assert.equal(new Set(processes).size, 2);
  });

  it('[S-03] alternate between users: a file waits for at most one of each other user', async () => {
    const pool = poolOf({ size: 1, reserve: 0 });
    const ended: string[] = [];
    const workDir = await mkdtemp(join(tmpdir(), 'lectern-pool-'));
    const note = (userId: string, fileName: string) =>
      read(pool, fileName, { userId, workDir }).then(() => ended.push(fileName));
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => note('a', name)),
      ...['b1', 'b2'].map((name) => note('b', name)),
      note('c', 'c1'),
    ]);
    assert.deepEqual(ended, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('[S-03] have one place more for a user without a file, while another user has all others', async () => {
    const pool = poolOf({ scaleUpDelayMs: 20 });
    const workDir = await mkdtemp(join(tmpdir(), 'lectern-pool-'));
    const gate = join(workDir, 'gate');
    const begun: string[] = [];
    const ended: string[] = [];
    const { promise: bothBegun, resolve } = Promise.withResolvers<void>();
    const slow = (name: string) => {
      const progress = () => {
        if (begun.push(name) === 2) resolve();
      };
      const options = { workDir, userId: 'a', progress };
      return read(pool, `until ${gate}`, options).then(() => ended.push(name));
    };
    const slowOnes = [slow('a1'), slow('a2')];
    await bothBegun;
    await read(pool, 'b1', { workDir, userId: 'b' }).then(() => ended.push('b1'));
    await writeFile(gate, '');
    await Promise.all(slowOnes);
    assert.equal(ended[0], 'b1');
  });

  it('[AF-12] that crash or time out fail that file only; the next is read by another process', async () => {
    const pool = poolOf({ size: 1, timeLimit: (bytes) => (bytes === 0 ? 300 : 30_000) });
    const workDir = await mkdtemp(join(tmpdir(), 'lectern-pool-'));
    const after = ['deadly', 'a', 'endless', 'b'].map((name) => read(pool, name, { workDir }));
    const [deadly, first, endless, second] = await Promise.allSettled(after);
    const codeOf = (result: PromiseSettledResult<unknown> | undefined) =>
      result?.status === 'rejected' ? (result.reason as AppError).code : result?.value;
    assert.deepEqual([codeOf(deadly), codeOf(endless)], ['epub_unsafe', 'ingest_timeout']);
    assert.equal(typeof codeOf(first), 'number');
    assert.equal(typeof codeOf(second), 'number');
    assert.notEqual(codeOf(first), codeOf(second));
  });

  it('[P-04] skip a step that blocks them, and read the rest', async () => {
    const pool = poolOf({ size: 1, stepLimitMs: 100 });
    assert.deepEqual(await read(pool, 'blocked at cover'), ['cover']);
    assert.deepEqual(await read(pool, 'blocked at 3,cover'), [3, 'cover']);
    assert.deepEqual(await read(pool, 'blocked at 1,2,3,4,5,cover'), [1, 2, 3, 'text', 'cover']);
  });

  it('[S-03] that take too much memory in a decoder fail that file only', async () => {
    const pool = poolOf({ size: 1, residentMegabytes: 300, timeLimit: () => 60_000 });
    await assert.rejects(read(pool, 'huge'), { code: 'epub_unsafe' });
    assert.equal(typeof (await read(pool, 'a')), 'number');
  });
});

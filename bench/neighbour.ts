/**
 * First one reader beside another one who sends large bodies of every kind on eight connections, compared with the same
 * number of connections on /v1/health. Then twenty readers who read, write and list, while another one causes the
 * maximum load that the limits allow, compared with the same twenty alone, in turn. Rejected requests of that one are
 * expected; those of the twenty are failures.
 */

import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { compared, type Figure, type ServerBenchmark } from './lib/bench.ts';
import type { HogOrder, HogTask } from './lib/hog.ts';
import { largeBodies } from './lib/largeBodies.ts';
import { type LibraryServer, libraryServer } from './lib/libraryServer.ts';
import { quantile } from './lib/load.ts';
import { liveFor, onShelf, type Shelf } from './lib/shelves.ts';

const readers = 20;
const books = 45_000;
const rounds = 3;
/** Milliseconds of each half of a round, and between two requests of one of the twenty. */
const stretch = 20 * 1_000;
const pause = 200;
const [mostTimes, mostMegabytes, mostTimesBesideBodies] = [2, 600, 3];
/** Milliseconds of each attack by large bodies, and between two requests of the reader beside it. */
const attackFor = stretch / 2;
const pauseBesideBodies = 10;
/** What the greedy one of the twenty does. */
const greedy = 'notes,pdfs,epubs,covers,suggestions,imports,searches,exports,questions,writes,lists'.split(
  ',',
);

export const neighbour: ServerBenchmark = {
  name: 'neighbour',
  async run({ books: folder }): Promise<Figure[]> {
    // The first reader causes the load, and has all these books.
    const server = await libraryServer({ books, limited: true });
    const memory = watchMemory(server.process.pid ?? 0);
    try {
      const others = await Promise.all(Array.from({ length: readers }, () => server.anotherReader()));
      const shelves = await Promise.all(others.map(onShelf));
      const task: HogTask = {
        url: server.url,
        headers: server.headers,
        books: folder,
        dataDir: server.dataDir,
        userId: server.userId,
        device: await deviceOf(server),
      };
      const hog = await startHog(task);
      const bodies = await besideLargeBodies(hog, shelves[0] as Shelf, task.device);
      const samples = { alone: [] as number[], beside: [] as number[] };
      const times = { alone: [] as number[], beside: [] as number[] };
      let refused = 0;
      const live = async (into: 'alone' | 'beside', milliseconds: number, counts: boolean) => {
        const lived = await Promise.all(shelves.map((one) => liveFor(one, { milliseconds, pause })));
        if (!counts) return;
        const all = lived.flatMap((one) => one.times);
        times[into].push(...all);
        samples[into].push(quantile(all, 0.95));
        refused += lived.reduce((sum, one) => sum + one.refused.length, 0);
        for (const what of new Set(lived.flatMap((one) => one.refused))) console.log(`    refused: ${what}`);
      };
      await live('alone', stretch / 4, false);
      for (let round = 0; round < rounds; round++) {
        await live('alone', stretch, true);
        await hog.begin(greedy);
        await live('beside', stretch, true);
        const done = await hog.end();
        console.log(`    the one: ${JSON.stringify(done)}`);
      }
      await hog.stop();
      const [alone, beside] = [quantile(times.alone, 0.95), quantile(times.beside, 0.95)];
      const { own: megabytes, together } = memory.most;
      return [
        ...bodies,
        {
          ...compared(
            `p95 of ${readers} readers beside one who does the worst / without`,
            'ms',
            beside,
            alone,
            mostTimes,
          ),
          samples: { ours: samples.beside, reference: samples.alone },
        },
        {
          ...compared(
            `requests of the ${readers} that were refused or failed, of ${times.beside.length}`,
            'requests',
            refused,
            1,
            0,
          ),
          reference: times.beside.length,
        },
        compared(
          `most memory of the server's process meanwhile (with its helper processes ${together} MB) / ${mostMegabytes} MB`,
          'MB',
          megabytes,
          mostMegabytes,
          1,
        ),
      ];
    } finally {
      memory.stop();
      await server.stop();
    }
  },
};

/** The load, from a separate thread, so that its work is not measured as the server's. */
async function startHog(task: HogTask) {
  const worker = new Worker(new URL('./lib/hog.ts', import.meta.url), { workerData: task });
  const answer = async <T>() => (await once(worker, 'message'))[0] as T;
  await answer();
  const ask = <T>(order: HogOrder) => {
    const heard = answer<T>();
    worker.postMessage(order);
    return heard;
  };
  return {
    begin: (names: readonly string[]) => ask<string>({ begin: names }),
    end: () => ask<Record<string, Record<string, number>>>('end'),
    stop: () => worker.terminate(),
  };
}

/** A reader's p95 beside each kind of large bodies, compared with the same connections on /v1/health. */
async function besideLargeBodies(
  hog: Awaited<ReturnType<typeof startHog>>,
  shelf: Shelf,
  device: string,
): Promise<Figure[]> {
  const beside = async (name: string) => {
    await hog.begin([name]);
    const { times } = await liveFor(shelf, { milliseconds: attackFor, pause: pauseBesideBodies });
    console.log(`    ${JSON.stringify(await hog.end())}`);
    return quantile(times, 0.95);
  };
  await beside('health');
  const figures: Figure[] = [];
  const reference = await beside('health');
  for (const name of Object.keys(largeBodies(device))) {
    const what = `p95 of a reader beside large bodies on eight connections (${name}) / beside /v1/health`;
    figures.push(compared(what, 'ms', await beside(name), reference, mostTimesBesideBodies));
  }
  return figures;
}

/** @returns Basic authentication of a new device */
async function deviceOf({ ask }: LibraryServer): Promise<string> {
  const answer = await ask('/v1/auth/app-passwords', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A device', scopes: ['read', 'progress', 'write'] }),
  });
  const { username, secret } = (await answer.json()) as { username: string; secret: string };
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
}

/** Peak megabytes of the server's process, and of it with all child processes; on Linux, ten times a second. */
function watchMemory(pid: number) {
  const most = { own: 0, together: 0 };
  const look = async () => {
    const own = await ownMemory(pid);
    const helpers = await Promise.all((await childrenOf(pid)).map(ownMemory));
    most.own = Math.max(most.own, own);
    most.together = Math.max(
      most.together,
      helpers.reduce((sum, one) => sum + one, own),
    );
  };
  const timer = setInterval(() => runInBackground(look()), 100);
  return { most, stop: () => clearInterval(timer) };
}

const readProc = (...path: string[]) => readFile(join('/proc', ...path), 'utf8').catch(() => '');

/**
 * Private memory of the process: pages of mapped files belong to the system, which can reclaim them at any time.
 */
async function ownMemory(pid: number): Promise<number> {
  const status = await readProc(String(pid), 'status');
  return Math.round(Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(join('/proc', String(pid), 'task')).catch(() => []);
  const children = await Promise.all(tasks.map((task) => readProc(String(pid), 'task', task, 'children')));
  return children.flatMap((line) => line.split(' ').filter(Boolean).map(Number));
}

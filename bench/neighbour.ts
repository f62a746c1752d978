/**
 * Twenty readers who read, write and list, while one more does the worst that the bounds allow,
 * beside the same twenty by themselves, in turns. What the one asks for, and sees refused, counts
 * for nothing; what is refused to the twenty does.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { bookEntries, packageDocument } from '../server/test/support/bookFiles.ts';
import { rawZip } from '../server/test/support/rawZip.ts';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import type { HogTask } from './lib/hog.ts';
import { type BenchReader, libraryServer } from './lib/libraryServer.ts';
import { quantile } from './lib/load.ts';

const readers = 20;
const books = Number(process.env.LECTERN_BENCH_BOOKS ?? 45_000);
const rounds = Number(process.env.LECTERN_BENCH_ROUNDS ?? 3);
/** Milliseconds of each half of a round, and between two requests of one of the twenty. */
const stretch = Number(process.env.LECTERN_BENCH_SECONDS ?? 20) * 1_000;
const pause = 200;
const [mostTimes, mostMegabytes] = [2, 600];

export const neighbour: ServerBenchmark = {
  name: 'neighbour',
  async run({ books: folder }): Promise<Figure[]> {
    // The first reader is the one who does the worst, and has all these books.
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
      };
      const hog = await startHog(task);
      const samples = { alone: [] as number[], beside: [] as number[] };
      const times = { alone: [] as number[], beside: [] as number[] };
      let refused = 0;
      const live = async (into: 'alone' | 'beside', milliseconds: number, counts: boolean) => {
        const lived = await Promise.all(shelves.map((one) => liveFor(one, milliseconds)));
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
        await hog.begin();
        await live('beside', stretch, true);
        const done = await hog.end();
        console.log(
          `    the one: ${JSON.stringify(done)}; ${memory.now().own} MB, with its helpers ${memory.now().together} MB`,
        );
      }
      await hog.stop();
      const [alone, beside] = [quantile(times.alone, 0.95), quantile(times.beside, 0.95)];
      const { own: megabytes, together } = memory.most();
      return [
        {
          name: `p95 of ${readers} readers beside one who does the worst / without`,
          unit: 'ms',
          ours: beside,
          reference: alone,
          ratio: beside / alone,
          promised: mostTimes,
          samples: { ours: samples.beside, reference: samples.alone },
        },
        {
          name: `requests of the ${readers} that were refused or failed, of ${times.beside.length}`,
          unit: 'requests',
          ours: refused,
          reference: times.beside.length,
          ratio: refused,
          promised: 0,
        },
        {
          name: `most memory of the server's process meanwhile (with its helper processes ${together} MB) / ${mostMegabytes} MB`,
          unit: 'MB',
          ours: megabytes,
          reference: mostMegabytes,
          ratio: megabytes / mostMegabytes,
          promised: 1,
        },
      ];
    } finally {
      memory.stop();
      await server.stop();
    }
  },
};

/** A reader with a book, and where its chapter is. */
interface Shelf {
  reader: BenchReader;
  bookId: string;
  chapter: string;
}

async function onShelf(reader: BenchReader, at: number): Promise<Shelf> {
  const form = new FormData();
  const file = rawZip(bookEntries({ 'OPS/book.opf': packageDocument({ title: `Book ${at}` }) }));
  form.append('file', new Blob([new Uint8Array(file)]), 'book.epub');
  const book = (await (await reader.ask('/v1/books', { method: 'POST', body: form })).json()) as {
    id: string;
  };
  const manifest = (await (await reader.ask(`/v1/books/${book.id}/manifest`)).json()) as {
    content_url: string;
    spine: { href: string }[];
  };
  return { reader, bookId: book.id, chapter: `${manifest.content_url}/${manifest.spine[0]?.href}` };
}

/** Reads, writes and lists as a reader does, with a pause after each. */
async function liveFor({ reader, bookId, chapter }: Shelf, milliseconds: number) {
  const json = (method: string, body: object): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const asks: [string, RequestInit?][] = [
    ['/v1/books?limit=50'],
    [chapter],
    [
      `/v1/books/${bookId}/progress`,
      json('PUT', { current_page: 1, total_pages: 10, percentage: 10, updated_at: new Date().toISOString() }),
    ],
    ['/v1/notes'],
    [`/v1/notes/book/${bookId}`, json('POST', { content: 'A thought on this page.' })],
    [`/v1/books/${bookId}/progress`],
    ['/v1/api/gamification/stats'],
  ];
  const times: number[] = [];
  const refused: string[] = [];
  const end = performance.now() + milliseconds;
  await wait(Math.random() * pause);
  for (let at = 0; performance.now() < end; at++) {
    const [path, init] = asks[at % asks.length] as [string, RequestInit?];
    const begun = performance.now();
    await reader.ask(path, init).then(
      (answer) => answer.arrayBuffer(),
      (error: Error) => refused.push(error.message.slice(0, 200)),
    );
    times.push(performance.now() - begun);
    await wait(pause);
  }
  return { times, refused };
}

/** The one who does the worst, in a thread of its own, so that its work is not measured as the server's. */
async function startHog(task: HogTask) {
  const worker = new Worker(new URL('./lib/hog.ts', import.meta.url), { workerData: task });
  const answer = <T>() =>
    new Promise<T>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await answer();
  const ask = <T>(what: 'begin' | 'end') => {
    const heard = answer<T>();
    worker.postMessage(what);
    return heard;
  };
  return {
    begin: () => ask<string>('begin'),
    end: () => ask<Record<string, Record<string, number>>>('end'),
    stop: () => worker.terminate(),
  };
}

/** Megabytes of the server's process, and of it with all processes that it has begun. */
interface Memory {
  own: number;
  together: number;
}

function watchMemory(pid: number) {
  const most: Memory = { own: 0, together: 0 };
  let now: Memory = { own: 0, together: 0 };
  const look = async () => {
    const own = await ownMemory(pid);
    const helpers = await Promise.all((await childrenOf(pid)).map(ownMemory));
    now = { own, together: helpers.reduce((sum, one) => sum + one, own) };
    most.own = Math.max(most.own, now.own);
    most.together = Math.max(most.together, now.together);
  };
  const timer = setInterval(() => runInBackground(look()), 100);
  return { now: () => now, most: () => most, stop: () => clearInterval(timer) };
}

const readProc = (...path: string[]) => readFile(join('/proc', ...path), 'utf8').catch(() => '');

/**
 * What the process has of its own; pages of files that it maps are the machine's, which takes them back as it likes.
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

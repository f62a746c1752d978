/**
 * Two hundred readers on one process with SQLite, compared with one reader alone; then one reader with 50,000 books,
 * route by route. No request may be rejected or fail, and memory may not grow. Elapsed times need an otherwise idle
 * machine; processor times are those of the server only.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { type LibraryServer, libraryServer } from './lib/libraryServer.ts';
import { quantile } from './lib/load.ts';
import { watchMemory } from './lib/processMemory.ts';
import { processorTime } from './lib/processorTime.ts';
import { liveFor, onShelf } from './lib/shelves.ts';

const readers = Number(process.env.LECTERN_BENCH_READERS ?? 200);
const books = Number(process.env.LECTERN_BENCH_BOOKS ?? 50_000);
/** Milliseconds of the load, and between two requests of one reader. */
const stretch = Number(process.env.LECTERN_BENCH_MINUTES ?? 10) * 60_000;
const pause = 2_000;
/** Requests to each route of the large library. */
const tries = 40;
const [mostTimes, mostGrowth, mostMilliseconds] = [4, 1.25, 150];

export const load: ServerBenchmark = {
  name: 'load',
  run: async () => [...(await manyReaders()), ...(await manyBooks())],
};

async function manyReaders(): Promise<Figure[]> {
  const server = await libraryServer();
  const pid = Number(server.process.pid);
  const memory = watchMemory(pid);
  try {
    const shelves = [];
    for (let at = 0; at < readers; at++) shelves.push(await onShelf(await server.anotherReader(), at));
    const idle = await processorTime(pid);
    const alone = await liveFor(shelves[0] as (typeof shelves)[number], {
      milliseconds: Math.min(60_000, stretch),
      pause: 200,
    });
    const before = await processorTime(pid);
    const reading = Promise.all(shelves.map((one) => liveFor(one, { milliseconds: stretch, pause })));
    // By then caches are full and code is compiled.
    await wait(stretch * 0.4);
    const early = memory.now().own;
    const together = await reading;
    const [late, after] = [memory.now().own, await processorTime(pid)];
    const times = together.flatMap((one) => one.times);
    const refused = together.flatMap((one) => one.refused);
    for (const what of new Set(refused)) console.log(`    refused: ${what}`);
    const [many, one] = [quantile(times, 0.95), quantile(alone.times, 0.95)];
    return [
      {
        name: `p95 of ${readers} readers for ${stretch / 1_000} s on one process / of one alone`,
        unit: 'ms',
        ours: many,
        reference: one,
        ratio: many / one,
        promised: mostTimes,
      },
      {
        name: `processor time of a request with ${readers} readers / with one`,
        unit: 'ms',
        ours: (after - before) / times.length,
        reference: (before - idle) / alone.times.length,
        ratio: (after - before) / times.length / ((before - idle) / alone.times.length),
        promised: mostTimes,
      },
      {
        name: `requests that were refused or failed, of ${times.length}`,
        unit: 'requests',
        ours: refused.length,
        reference: times.length,
        ratio: refused.length,
        promised: 0,
      },
      {
        name: "memory of the server's process at the end / after two fifths of the time",
        unit: 'MB',
        ours: late,
        reference: early,
        ratio: late / early,
        promised: mostGrowth,
      },
    ];
  } finally {
    memory.stop();
    await server.stop();
  }
}

/** Requests of the app whose cost could grow with the library. */
const asked = [
  '/v1/books?limit=50',
  '/v1/books?limit=50&status=reading',
  '/v1/changes',
  '/v1/collections',
  '/v1/highlights',
  '/v1/notes',
  '/v1/reading/days',
  '/v1/reading/sessions',
  '/v1/api/gamification/stats',
  '/v1/api/gamification/achievements',
  '/v1/api/gamification/goals',
  '/v1/api/gamification/week',
  '/v1/api/gamification/streak',
  '/v1/mentor/suggestion',
  '/v1/search?q=voyage',
];

async function manyBooks(): Promise<Figure[]> {
  const server = await libraryServer({ books });
  try {
    const slowest = { route: '', p95: 0 };
    const busiest = { route: '', processor: 0 };
    for (const route of asked) {
      const { p95, processor } = await timesOf(server, route);
      console.log(`    ${route}: ${Math.round(p95)} ms, ${processor.toFixed(1)} ms of processor time`);
      if (p95 > slowest.p95) Object.assign(slowest, { route, p95 });
      if (processor > busiest.processor) Object.assign(busiest, { route, processor });
    }
    return [
      {
        name: `slowest route with ${books} books, p95 (${slowest.route}) / ${mostMilliseconds} ms`,
        unit: 'ms',
        ours: slowest.p95,
        reference: mostMilliseconds,
        ratio: slowest.p95 / mostMilliseconds,
        promised: 1,
      },
      {
        name: `most processor time of a request with ${books} books (${busiest.route}) / ${mostMilliseconds} ms`,
        unit: 'ms',
        ours: busiest.processor,
        reference: mostMilliseconds,
        ratio: busiest.processor / mostMilliseconds,
        promised: 1,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Elapsed milliseconds, and processor time of the server: other work on the machine affects the former. */
async function timesOf(reader: LibraryServer, route: string) {
  const pid = Number(reader.process.pid);
  const times: number[] = [];
  const before = await processorTime(pid);
  for (let at = 0; at < tries; at++) {
    const begun = performance.now();
    await reader.ask(route).then((answer) => answer.arrayBuffer());
    times.push(performance.now() - begun);
  }
  return { p95: quantile(times, 0.95), processor: ((await processorTime(pid)) - before) / tries };
}

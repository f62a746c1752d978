/** Server-sent events of open pages: the cost of 500 idle ones, and the delay until a change is visible. */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { Page } from '@playwright/test';
import type { Benchmark, Figure } from './lib/bench.ts';
import { type LibraryServer, libraryServer } from './lib/libraryServer.ts';
import { quantile } from './lib/load.ts';
import { processorTime } from './lib/processorTime.ts';
import { newReader } from './lib/reader.ts';

const streams = 500;
const ofReader = 8;
/** Maximum megabytes of memory of all streams. */
const promisedMemory = 60;
/** Idle seconds, longer than the heartbeat interval. */
const rest = 60;
/** Maximum milliseconds of processor time in that period: half a hundredth of a core. */
const promisedWork = 300;
const changes = 100;
/** Milliseconds from the answer to a write until another screen shows it, 95th percentile. */
const promisedDelay = 300;

export const live: Benchmark = {
  name: 'live',
  async run({ browser, url }): Promise<Figure[]> {
    const figures = await idleStreams();
    const reader = await newReader(url);
    const context = await reader.context(browser);
    const page = await context.newPage();
    const listening = page.waitForResponse('**/v1/events');
    await page.goto(`${url}/notes`);
    await listening;
    const delays: number[] = [];
    for (let n = 0; n < changes; n += 1) {
      const shown = timeShown(page, `Note number ${n}.`);
      await reader.post('/notes', { content: `Note number ${n}.` });
      const answered = Date.now();
      // A page may show the change before the answer arrives.
      delays.push(Math.max(0, (await shown) - answered));
    }
    await context.close();
    const delay = quantile(delays, 0.95);
    return [
      ...figures,
      {
        name: `p95 from the answer to a write until another page shows it / ${promisedDelay} ms`,
        unit: 'ms',
        ours: delay,
        reference: promisedDelay,
        ratio: delay / promisedDelay,
        promised: 1,
      },
    ];
  },
};

/** When these words appear on the page, milliseconds since 1970. */
function timeShown(page: Page, words: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const began = Date.now();
    const look = () => {
      if (document.querySelector('main')?.innerText.includes(${JSON.stringify(words)})) return resolve(Date.now());
      if (Date.now() - began > 40000) return reject(new Error('Nothing was on screen after 40 s.'));
      requestAnimationFrame(look);
    };
    look();
  })`);
}

async function idleStreams(): Promise<Figure[]> {
  const server = await libraryServer({ books: 200 });
  const agent = new Agent({ keepAlive: false });
  try {
    const readers = await Promise.all(
      Array.from({ length: Math.ceil(streams / ofReader) }, () => server.anotherReader()),
    );
    for (const reader of readers) await reader.ask('/v1/changes');
    await restOf(10);
    const before = await stateOf(server);
    for (let n = 0; n < streams; n += 1) {
      const { headers } = readers[Math.floor(n / ofReader)] ?? server;
      await openStream(`${server.url}/v1/events`, headers, agent);
    }
    await restOf(10);
    const opened = await stateOf(server);
    await restOf(rest);
    const rested = await stateOf(server);
    const memory = rested.megabytes - before.megabytes;
    const work = rested.milliseconds - opened.milliseconds;
    return [
      {
        name: `memory of ${streams} idle streams / ${promisedMemory} MB`,
        unit: 'MB',
        ours: memory,
        reference: promisedMemory,
        ratio: memory / promisedMemory,
        promised: 1,
      },
      {
        name: `processor time of ${streams} idle streams in ${rest} s / ${promisedWork} ms`,
        unit: 'ms',
        ours: work,
        reference: promisedWork,
        ratio: work / promisedWork,
        promised: 1,
      },
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Resolves with the first event; the stream stays open. */
function openStream(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.once('data', () => resolve());
      response.on('error', () => undefined);
    })
      .once('error', reject)
      .end();
  });
}

/** Memory and processor time of the server, as counted by the kernel. */
async function stateOf({ process: { pid } }: LibraryServer) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
    throw new Error('memory of a process can only be measured on Linux');
  });
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024,
    milliseconds: await processorTime(Number(pid)),
  };
}

const restOf = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * GET /v1/books?limit=200 of a reader with 10,000 books, compared with bare Fastify that serializes the same 200 rows
 * from memory; and pages from the first to the last of 100,000 books.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { compared, type Figure, interleaved, type ServerBenchmark } from './lib/bench.ts';
import { libraryServer } from './lib/libraryServer.ts';
import { quantile, timeOf, timePerRequest } from './lib/load.ts';

const books = 10_000;
const many = 100_000;
const pages = 200;
/** 95th percentile in milliseconds. */
const promised = 150;

export const listBooks: ServerBenchmark = {
  name: 'list-books',
  async run(): Promise<Figure[]> {
    return [await againstFastify(), await deepPages()];
  },
};

async function againstFastify(): Promise<Figure> {
  const server = await libraryServer({ books });
  const path = '/v1/books?limit=200';
  const reference = await bareFastify(await (await server.ask(path)).text());
  try {
    // At least half of its requests per second: at most twice the time for each.
    return await interleaved(
      `a page of 200 of ${books} books / bare Fastify, the same rows in memory`,
      2,
      7,
      () => timePerRequest(`${server.url}${path}`, server.headers),
      () => timePerRequest(reference.url, {}),
    );
  } finally {
    reference.stop();
    await server.stop();
  }
}

async function bareFastify(rows: string): Promise<{ url: string; stop(): unknown }> {
  const script = fileURLToPath(new URL('./reference/fastify/rows.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(rows);
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.kill() };
}

async function deepPages(): Promise<Figure> {
  const server = await libraryServer({ books: many });
  const agent = new Agent({ keepAlive: true });
  const p95 = async (total: number) => {
    const times = [];
    for (let page = 0; page < pages; page++) {
      const offset = Math.floor((page * (total - 200)) / pages);
      times.push(await timeOf(`${server.url}/v1/books?limit=200&offset=${offset}`, server.headers, agent));
    }
    return quantile(times, 0.95);
  };
  try {
    // Until the code is compiled.
    await p95(1_000);
    const name = `p95 of pages from the first to the last of ${many} books / ${promised} ms`;
    return compared(name, 'ms', await p95(many), promised, 1);
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Requests of reading devices: pages of a large library's catalog, and positions, compared with those of browsers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type Figure, interleaved, type ServerBenchmark } from './lib/bench.ts';
import { type LibraryServer, libraryServer } from './lib/libraryServer.ts';
import { quantile, timeOf } from './lib/load.ts';

const many = Number(process.env.LECTERN_BENCH_MANY ?? 100_000);
/** 95th percentile in milliseconds for pages of any feed. */
const promisedPage = 150;
/** Compared with a bare write of a position. */
const promisedPush = 1.5;
const writes = 200;
const pagesOfFeed = 40;

export const devices: ServerBenchmark = {
  name: 'devices',
  async run({ books }): Promise<Figure[]> {
    return [...(await feedPages()), await pushes(books)];
  },
};

interface AppPassword {
  username: string;
  secret: string;
}

async function addDevice(server: LibraryServer): Promise<AppPassword> {
  const answer = await server.ask('/v1/auth/app-passwords', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['read', 'progress'] }),
  });
  return (await answer.json()) as AppPassword;
}

async function feedPages(): Promise<Figure[]> {
  const server = await libraryServer({ books: many });
  const agent = new Agent({ keepAlive: true });
  try {
    const { username, secret } = await addDevice(server);
    const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
    const p95 = async (path: string, books: number) => {
      const times: number[] = [];
      const last = Math.max(1, Math.floor(books / 50));
      for (let n = 0; n < pagesOfFeed; n += 1) {
        const page = 1 + Math.floor((n * (last - 1)) / pagesOfFeed);
        const address = `${server.url}/opds/${n % 2 === 0 ? 'v2' : 'v1.2'}${path}page=${page}`;
        times.push(await timeOf(address, { authorization }, agent));
      }
      return quantile(times, 0.95);
    };
    await p95('/books?', 1_000);
    const figures: Figure[] = [];
    for (const [path, books] of [
      ['/books?', many],
      ['/books?order=title&', many],
      ['/books?status=unread&', Math.floor(many / 2)],
      ['/books?subject=History&', Math.floor(many / 3)],
      ['/books?author=Author+7&', 50],
      ['/books?view=continue&', 1],
      ['/books?query=most+patient+7&', 50],
      ['/books?query=zebra&', 1],
      ['/authors?', 997],
      ['/subjects?', 1],
      ['/series?', 1],
    ] as const) {
      const ours = await p95(path, books);
      figures.push({
        name: `p95 of pages of ${path.slice(0, -1)} with ${many} books / ${promisedPage} ms`,
        unit: 'ms',
        ours,
        reference: promisedPage,
        ratio: ours / promisedPage,
        promised: 1,
      });
    }
    return figures;
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Positions sent by KOReader and by a browser, in the same book. */
async function pushes(folder: string): Promise<Figure> {
  const server = await libraryServer();
  try {
    const name = 'herman-melville_moby-dick.epub';
    const form = new FormData();
    form.set('file', new File([readFileSync(join(folder, 'epub', name))], name));
    const { id } = (await (await server.ask('/v1/books', { method: 'POST', body: form })).json()) as {
      id: string;
    };
    const { username, secret } = await addDevice(server);
    const md5 = (text: string | Buffer) => createHash('md5').update(text).digest('hex');
    const document = md5(name);
    const headers = {
      'content-type': 'application/json',
      'x-auth-user': username,
      'x-auth-key': md5(secret),
    };
    let count = 0;
    const eachOf = async (write: (n: number) => Promise<unknown>) => {
      const begun = performance.now();
      for (let n = 0; n < writes; n += 1) await write(count++);
      return (performance.now() - begun) / writes;
    };
    const push = async (n: number) => {
      const answer = await fetch(`${server.url}/kosync/syncs/progress`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({
          document,
          progress: `/body/DocFragment[${20 + (n % 3)}]/body/section/p[${1 + (n % 20)}]/text().0`,
          percentage: Math.min(1, n / 100_000),
          device: 'Kobo',
          device_id: 'Kobo',
        }),
      });
      if (!answer.ok) throw new Error(`A push got status ${answer.status}.`);
      await answer.arrayBuffer();
    };
    const write = async (n: number) => {
      const answer = await server.ask(`/v1/books/${id}/progress`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          current_page: 1 + (n % 500),
          total_pages: 1_000,
          percentage: Math.min(100, n / 1_000),
          updated_at: new Date().toISOString(),
          position: { spine_index: 20 + (n % 3), fraction: (n % 20) / 20 },
          device: 'Chrome on Linux',
        }),
      });
      await answer.arrayBuffer();
    };
    return await interleaved(
      'a place by KOReader’s sync / a place by the API',
      promisedPush,
      5,
      () => eachOf(push),
      () => eachOf(write),
    );
  } finally {
    await server.stop();
  }
}

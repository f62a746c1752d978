/**
 * The cost of unused remotes for a reader: bytes of the registry, which each start requests, and the time to process
 * it, with 30 remotes compared with 6.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startServer } from '../tools/lib/processes/server.mjs';
import { filesOf } from '../tools/lib/remotes/newRemoteFiles.mjs';
import type { Figure, ServerBenchmark } from './lib/bench.ts';

const few = 6;
const many = 30;
const rounds = Number(process.env.BENCH_ROUNDS ?? 25);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A word that no other remote has, so that the registry compresses no better than with texts of different teams. */
function wordOf(seed: string): string {
  const letters = 'etaoinshrdlucmfwyp';
  return [...digest(seed).subarray(0, 8)].map((byte) => letters[byte % letters.length]).join('');
}

/** One version of a remote in the registry: as created by `npm run new-remote`, with its own words and files. */
function published(name: string) {
  const files = filesOf(name, {});
  const content = JSON.parse(files['remote.json'] ?? '{}');
  const own = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `${text} ${wordOf(name + text)}`]));
  const texts = Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const [, language] = /^src\/locales\/(.+)\.json$/.exec(path) ?? [];
      return language && language !== 'en' ? [[language, own(JSON.parse(text))]] : [];
    }),
  );
  const exposes = ['Page', 'Widget', 'Actions'].map((part) => name + part);
  const scripts = Object.fromEntries(
    exposes.map((expose) => [
      expose,
      [1, 2].map(
        (part) =>
          `${expose}.${digest(expose + part)
            .toString('hex')
            .slice(0, 10)}.js`,
      ),
    ]),
  );
  const listed = ['remoteEntry.js', ...Object.values(scripts).flat()].map((path) => ({
    path,
    bytes: 4_000,
    integrity: `sha256-${digest(name + path).toString('base64')}`,
  }));
  const version = `0.1.0-${digest(name).toString('hex').slice(0, 10)}`;
  const description = {
    name,
    version,
    contract: '1.4',
    exposes,
    manifest: 'mf-manifest.json',
    entry: 'remoteEntry.js',
    container: name.replaceAll('-', '_'),
    scripts,
    ...content,
    texts,
    files: listed,
    list: { path: 'remote.json', integrity: `sha256-${digest(version).toString('base64')}` },
  };
  return { base: `/remotes/${name}/${version}/`, description };
}

const registryOf = (count: number) =>
  JSON.stringify({
    remotes: Object.fromEntries(
      Array.from({ length: count }, (_, at) => {
        const name = `mf-${wordOf(`remote ${at}`)}`;
        return [name, { current: published(name) }];
      }),
    ),
  });

/** Bytes of the registry as transferred to a browser. */
async function bytesOf(text: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  await writeFile(join(folder, 'remotes.json'), text);
  const server = await startServer({ LECTERN_REMOTES_DIR: folder, LECTERN_LOG: 'error' });
  try {
    return await new Promise((resolve, reject) => {
      get(`${server.url}/remotes.json`, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
        let bytes = 0;
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        answer.on('end', () => resolve(bytes));
      }).on('error', reject);
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds to process it in a new thread. */
function startWith(text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./lib/registryStart.ts', import.meta.url), { workerData: text });
    worker.once('message', ({ milliseconds }: { milliseconds: number }) => resolve(milliseconds));
    worker.once('error', reject);
  });
}

export const manyRemotes: ServerBenchmark = {
  name: 'remotes',
  async run(): Promise<Figure[]> {
    const [small, large] = [registryOf(few), registryOf(many)];
    const bytes = ((await bytesOf(large)) - (await bytesOf(small))) / (many - few);
    const samples = { ours: [] as number[], reference: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      samples.ours.push(await startWith(large));
      samples.reference.push(await startWith(small));
    }
    // Other work on the machine only slows a start down: the fastest of each is the true figure.
    const milliseconds = Math.min(...samples.ours) - Math.min(...samples.reference);
    return [
      {
        name: `Bytes of the registry for each remote from the ${few + 1}th to the ${many}th, beside 2 KB`,
        unit: 'bytes',
        ours: bytes,
        reference: 2_048,
        ratio: bytes / 2_048,
        promised: 1,
      },
      {
        name: `Reading and checking the registry at start: ${many} remotes against ${few}, beside 5 ms for all of them`,
        unit: 'ms',
        ours: milliseconds,
        reference: 5,
        ratio: milliseconds / 5,
        promised: 1,
        samples,
      },
    ];
  },
};

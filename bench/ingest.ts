/**
 * Imports the EPUBs of the real books into an empty library, compared with `calibredb add` of the same files into an
 * empty library. Ours also parses them, sanitizes their pages, counts positions and indexes every sentence. Once with a
 * warm server, and once with one that has just started and still compiles its code.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figure, interleaved, type ServerBenchmark } from './lib/bench.ts';
import { type BenchReader, libraryServer } from './lib/libraryServer.ts';

const rounds = 3;
/** Concurrent files, as on the Upload page: being sent, or being read by the server. */
const atOnce = 6;

export const ingest: ServerBenchmark = {
  name: 'ingest',
  async run({ books }): Promise<Figure[]> {
    if (spawnSync('calibredb', ['--version']).status !== 0)
      throw new Error('calibre is not installed, which this benchmark compares with');
    const folder = join(books, 'epub');
    const paths = (await readdir(folder))
      .filter((name) => name.endsWith('.epub'))
      .map((name) => join(folder, name));
    const files = await Promise.all(paths.map((path) => readFile(path)));
    const what = `${files.length} EPUBs, a book / calibredb add`;
    const reference = () => calibre(paths);
    const server = await libraryServer();
    let running: Awaited<ReturnType<typeof interleaved>>;
    try {
      running = await interleaved(
        `${what}: a server that has read some`,
        1,
        rounds,
        async () => add(files, await server.anotherReader()),
        reference,
      );
    } finally {
      await server.stop();
    }
    const started = await interleaved(
      `${what}: a server that has just started`,
      1,
      rounds,
      () => addToNewServer(files),
      reference,
    );
    return [running, started].map((figure) => ({ ...figure, unit: 'ms a book' }));
  },
};

async function addToNewServer(files: readonly Buffer[]): Promise<number> {
  const server = await libraryServer();
  try {
    return await add(files, server);
  } finally {
    await server.stop();
  }
}

/** @returns milliseconds per book */
async function add(files: readonly Buffer[], reader: BenchReader): Promise<number> {
  const waiting = [...files.entries()];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(next[1])]), `${next[0]}.epub`);
        await reader.ask('/v1/books', { method: 'POST', body: form });
      }
    }),
  );
  return (performance.now() - begun) / files.length;
}

async function calibre(paths: readonly string[]): Promise<number> {
  const library = await mkdtemp(join(tmpdir(), 'lectern-calibre-'));
  try {
    const begun = performance.now();
    await promisify(execFile)('calibredb', ['add', '--with-library', library, ...paths]);
    return (performance.now() - begun) / paths.length;
  } finally {
    await rm(library, { recursive: true, force: true });
  }
}

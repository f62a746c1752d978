/**
 * The EPUBs of the folder of real books into an empty library, beside `calibredb add` of the same files into an empty
 * library of its own. Ours also takes them apart, cleans their pages, counts positions and indexes every sentence.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figure, interleaved, type ServerBenchmark } from './lib/bench.ts';
import { libraryServer } from './lib/libraryServer.ts';

const rounds = 3;
/** Files in hand at once, as the page for uploads has them: sent, or read by the server. */
const atOnce = 6;

export const ingest: ServerBenchmark = {
  name: 'ingest',
  async run({ books }): Promise<Figure[]> {
    if (spawnSync('calibredb', ['--version']).status !== 0)
      throw new Error('calibre is not installed, and it is what this is measured against');
    const folder = join(books, 'epub');
    const paths = (await readdir(folder))
      .filter((name) => name.endsWith('.epub'))
      .map((name) => join(folder, name));
    const files = await Promise.all(paths.map((path) => readFile(path)));
    const name = `${files.length} EPUBs, a book / calibredb add`;
    const figure = await interleaved(
      name,
      1,
      rounds,
      () => ours(files),
      () => calibre(paths),
    );
    return [{ ...figure, unit: 'ms a book' }];
  },
};

async function ours(files: readonly Buffer[]): Promise<number> {
  const server = await libraryServer();
  try {
    const waiting = [...files.entries()];
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const form = new FormData();
          form.append('file', new Blob([new Uint8Array(next[1])]), `${next[0]}.epub`);
          await server.ask('/v1/books', { method: 'POST', body: form });
        }
      }),
    );
    return (performance.now() - begun) / files.length;
  } finally {
    await server.stop();
  }
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

/** Full-text search over 200 books: times of a reader's queries, from request to complete answer. */

import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { libraryServer } from './lib/libraryServer.ts';
import { quantile, timeOf } from './lib/load.ts';
import { copiesOf } from './lib/manyBooks.ts';

const wantedBooks = Number(process.env.LECTERN_BENCH_SEARCHED ?? 200);
const rounds = 5;
/** Concurrent uploads. */
const atOnce = 3;
/** Rare, frequent and ubiquitous words, several words, phrases, prefixes, other scripts. */
const questions = [
  'whale',
  'ishmael',
  'truth universally acknowledged',
  '"single man in possession"',
  'love',
  'the',
  'and the sea',
  'time',
  'darcy elizabeth',
  '"it was the"',
  'monster ice',
  'nosuchwordatall',
  'napoleon moscow winter',
  'said',
  'little',
  'garden morning light',
];

export const fullText: ServerBenchmark = {
  name: 'full-text',
  async run({ books }): Promise<Figure[]> {
    const server = await libraryServer();
    const agent = new Agent({ keepAlive: true });
    try {
      const folder = join(books, 'epub');
      const files = (await readdir(folder)).filter((name) => name.endsWith('.epub'));
      const copies = copiesOf(await Promise.all(files.map((name) => readFile(join(folder, name)))));
      let added = 0;
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (added < wantedBooks) {
            added += 1;
            const { value: bytes } = await copies.next();
            const form = new FormData();
            form.append('file', new Blob([bytes]), 'book.epub');
            await server.ask('/v1/books', { method: 'POST', body: form });
          }
        }),
      );
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        for (const question of questions) {
          const url = `${server.url}/v1/search?q=${encodeURIComponent(question)}`;
          const time = await timeOf(url, server.headers, agent);
          // The first round has a cold page cache.
          if (round > 0) times.push(time);
        }
      }
      return (
        [
          [0.5, 10],
          [0.99, 50],
        ] as const
      ).map(([share, promised]) => {
        const ours = quantile(times, share);
        const name = `p${share * 100} of a question to ${added} books / ${promised} ms`;
        return { name, unit: 'ms', ours, reference: promised, ratio: ours / promised, promised: 1 };
      });
    } finally {
      agent.destroy();
      await server.stop();
    }
  },
};

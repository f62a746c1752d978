/**
 * Memory of an idle server after some answers, and of one that imported many books a minute ago. Not on its very first
 * start, which prepares data for later ones.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { libraryServer } from './lib/libraryServer.ts';
import { watchMemory } from './lib/processMemory.ts';

const promised = 130;
/** Real books to import before the second measurement. */
const many = Number(process.env.LECTERN_BENCH_BOOKS ?? 300);
const few = Math.ceil(many / 5);
/** Milliseconds of idle time, and the allowed factor of memory after many books over that after few. */
const [rest, mostGrowth] = [60_000, 1.25];

export const idleMemory: ServerBenchmark = {
  name: 'idle-memory',
  run: async ({ books }) => [await afterStart(), await afterBooks(join(books, 'epub'))],
};

async function afterStart(): Promise<Figure> {
  await (await libraryServer()).stop();
  const server = await libraryServer({ books: 200 });
  try {
    await server.ask('/v1/books');
    const ours = await residentMegabytes(server.process.pid ?? 0);
    const name = `resident memory at rest, after the second start / ${promised} MB`;
    return { name, unit: 'MB', ours, reference: promised, ratio: ours / promised, promised: 1 };
  } finally {
    await server.stop();
  }
}

/** Caches and compiled code come with the first books; growth with each further book is a leak. */
async function afterBooks(folder: string): Promise<Figure> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.epub'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const server = await libraryServer();
  const memory = watchMemory(server.process.pid ?? 0);
  let reader = await server.anotherReader();
  let added = 0;
  const addUntil = async (count: number) => {
    for (; added < count; added++) {
      // A reader cannot have a book twice.
      if (added > 0 && added % files.length === 0) reader = await server.anotherReader();
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(files[added % files.length] as Buffer)]), 'book.epub');
      await (await reader.ask('/v1/books', { method: 'POST', body: form })).arrayBuffer();
    }
    await wait(rest);
    return memory.now();
  };
  try {
    const [early, late] = [await addUntil(few), await addUntil(many)];
    console.log(
      `    with helper processes: ${early.together} MB after ${few} books, ${late.together} MB after ${many}`,
    );
    return {
      name: `memory of the server's process a minute after ${many} books were read in / after ${few}`,
      unit: 'MB',
      ours: late.own,
      reference: early.own,
      ratio: late.own / early.own,
      promised: mostGrowth,
    };
  } finally {
    memory.stop();
    await server.stop();
  }
}

/** As counted by the kernel. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
    throw new Error('memory of a process can only be measured on Linux');
  });
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

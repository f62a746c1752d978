/**
 * Memory of the server that has answered and has nothing to do. It is not its
 * very first start: that makes what later ones find.
 */
import { readFile } from 'node:fs/promises';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { libraryServer } from './lib/libraryServer.ts';

const promised = 130;

export const idleMemory: ServerBenchmark = {
  name: 'idle-memory',
  async run(): Promise<Figure[]> {
    await (await libraryServer()).stop();
    const server = await libraryServer({ books: 200 });
    try {
      await server.ask('/v1/books');
      const ours = await residentMegabytes(server.process.pid ?? 0);
      const name = `resident memory at rest, after the second start / ${promised} MB`;
      return [{ name, unit: 'MB', ours, reference: promised, ratio: ours / promised, promised: 1 }];
    } finally {
      await server.stop();
    }
  },
};

/** As the kernel counts it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
    throw new Error('only Linux says how much memory a process has');
  });
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Memory of a process, on Linux. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

/** Peak megabytes of the server's process, and of it with all child processes. */
interface Memory {
  own: number;
  together: number;
}

/** Samples ten times a second. @param pid of a server */
export function watchMemory(pid: number) {
  const most: Memory = { own: 0, together: 0 };
  let now: Memory = { own: 0, together: 0 };
  const look = async () => {
    const own = await ownMemory(pid);
    const helpers = await Promise.all((await childrenOf(pid)).map(ownMemory));
    now = { own, together: helpers.reduce((sum, one) => sum + one, own) };
    most.own = Math.max(most.own, now.own);
    most.together = Math.max(most.together, now.together);
  };
  const timer = setInterval(() => runInBackground(look()), 100);
  return { now: () => now, most: () => most, stop: () => clearInterval(timer) };
}

const readProc = (...path: string[]) => readFile(join('/proc', ...path), 'utf8').catch(() => '');

/**
 * Private memory of the process: pages of mapped files belong to the system, which can reclaim them at any time.
 */
async function ownMemory(pid: number): Promise<number> {
  const status = await readProc(String(pid), 'status');
  return Math.round(Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(join('/proc', String(pid), 'task')).catch(() => []);
  const children = await Promise.all(tasks.map((task) => readProc(String(pid), 'task', task, 'children')));
  return children.flatMap((line) => line.split(' ').filter(Boolean).map(Number));
}

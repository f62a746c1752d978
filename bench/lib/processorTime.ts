import { readFile } from 'node:fs/promises';

/** @returns milliseconds of processor time of all threads of a process; Linux counts in hundredths of a second */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => {
    throw new Error('processor time can only be measured on Linux');
  });
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

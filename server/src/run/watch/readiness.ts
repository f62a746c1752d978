import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../services/services.ts';

/** Parts that the server cannot work without. */
type NeededPart = 'database' | 'files';

/** A part that does not answer within this time counts as unreachable. */
const answerTimeoutMs = 2_000;

/** The parts that do not answer; empty when the server is ready. */
export async function unreachableParts({ db, blobs }: Pick<Services, 'db' | 'blobs'>): Promise<NeededPart[]> {
  const checks: [NeededPart, Promise<unknown>][] = [
    ['database', sql`select 1`.execute(db)],
    ['files', blobs.check()],
  ];
  const unreachable = await Promise.all(
    checks.map(async ([part, answer]) => ((await inTime(answer)) ? null : part)),
  );
  return unreachable.filter((part) => part !== null);
}

const inTime = (answer: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    answer.then(
      () => true,
      () => false,
    ),
    setTimeout(answerTimeoutMs, false, { ref: false }),
  ]);

/** Below this many free bytes the disk counts as nearly full. */
export const lowDiskBytes = 2 * 1024 ** 3;

/** Free bytes on the disk of a folder; null when unknown. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && Math.floor(disk.bavail * disk.bsize);
}

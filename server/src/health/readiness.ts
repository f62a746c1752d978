import { sql } from 'kysely';
import type { Services } from '../services/services.ts';

/** What a server needs to answer readers. */
export type NeededPart = 'database' | 'files';

/** Milliseconds after which a part that has not answered counts as away. */
const answerTimeoutMs = 2_000;

/** The parts that do not answer; none when readers can be served. */
export async function unreachableParts({ db, blobs }: Pick<Services, 'db' | 'blobs'>): Promise<NeededPart[]> {
  const asked: [NeededPart, Promise<unknown>][] = [
    ['database', sql`select 1`.execute(db)],
    ['files', blobs.check()],
  ];
  const found = await Promise.all(
    asked.map(async ([part, answer]) => ((await inTime(answer)) ? null : part)),
  );
  return found.filter((part) => part !== null);
}

async function inTime(answer: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerTimeoutMs);
  });
  const answered = answer.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

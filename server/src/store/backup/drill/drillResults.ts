import type { LastDrill, MissingRows, ReaderDrill } from '@lectern/shared-contracts/api/drill.ts';
import { chunks } from '../../../run/common/chunks.ts';
import type { Services } from '../../../run/services/services.ts';
import type { Db } from '../../db.ts';
import { findRow } from '../../rows.ts';
import { readSetting, writeSetting } from '../../settings.ts';
import { nothingMissing } from './compareReaders.ts';
import type { DrillFindings } from './runDrill.ts';

/** The findings, or why there are none. */
export type DrillResult = DrillFindings | Error | 'interrupted';

const settingName = 'last_drill';
/** Rows in an insert statement. */
const atOnce = 200;

/** The last drill of this library; null when there was none. */
export async function lastDrill(db: Db): Promise<LastDrill | null> {
  const value = await readSetting(db, settingName);
  return value === null ? null : parsed<LastDrill>(value);
}

/** What the last drill found of a reader; null when there was none. */
export async function drillOfReader(db: Db, userId: string): Promise<ReaderDrill | null> {
  const row = await findRow(db, 'drill_results', { user_id: userId }, ['body']);
  return row ? parsed<ReaderDrill>(row.body) : null;
}

/** A result, perhaps of an earlier version, which compared fewer kinds. */
function parsed<Result extends { missing: MissingRows }>(body: string): Result {
  const result = JSON.parse(body) as Result;
  return { ...result, missing: { ...nothingMissing(), ...result.missing } };
}

/** A drill that begins. */
export const begunDrill = (now: Date): LastDrill => ({
  at: now.toISOString(),
  state: 'running',
  error: null,
  backup_at: null,
  readers: 0,
  books_opened: 0,
  marks: 0,
  notes: 0,
  words: 0,
  missing: nothingMissing(),
});

export async function recordDrill(db: Db, drill: LastDrill): Promise<void> {
  await writeSetting(db, settingName, JSON.stringify(drill));
}

/**
 * Records how a drill ended, for Administration and for each reader, and mails the operator if it failed. Without
 * findings, readers keep those of the drill before.
 */
export async function endDrill(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  begun: LastDrill,
  result: DrillResult,
): Promise<LastDrill> {
  if (result === 'interrupted') {
    const drill = failed(begun, 'It was interrupted: its process was ended.');
    await recordDrill(db, drill);
    return drill;
  }
  const drill = result instanceof Error ? failed(begun, result.message) : summaryOf(begun, result);
  if (drill.error !== null && mail !== null)
    await mail.send(failureEmail(mail.operator, drill.error)).catch((error: Error) => {
      drill.error += ` This could not be mailed: ${error.message}`;
    });
  await db.transaction().execute(async (trx) => {
    await recordDrill(trx, drill);
    if (!(result instanceof Error)) await recordReaders(trx, begun.at, result);
  });
  return drill;
}

/** To the operator, whose language is unknown. */
const failureEmail = (to: string, error: string) => ({
  to,
  subject: 'A test restore of the backup of your library failed',
  text: `${error}\n\nThe library itself was only read. Look at the backups, make a new one, then try again in Administration or with “cli.ts drill”.\n`,
});

const failed = (begun: LastDrill, error: string): LastDrill => ({ ...begun, state: 'failed', error });

function summaryOf(begun: LastDrill, { madeAt, booksOpened, readers }: DrillFindings): LastDrill {
  const drill = { ...begun, backup_at: madeAt, books_opened: booksOpened, readers: readers.size };
  drill.missing = { ...begun.missing };
  let affected = 0;
  for (const { marks, notes, words, missing } of readers.values()) {
    drill.marks += marks;
    drill.notes += notes;
    drill.words += words;
    for (const kind of kindsIn(missing)) drill.missing[kind] += missing[kind];
    if (kindsIn(missing).length > 0) affected += 1;
  }
  if (affected === 0) return { ...drill, state: 'passed' };
  const list = kindsIn(drill.missing).map((kind) => `${kind.replaceAll('_', ' ')}: ${drill.missing[kind]}`);
  return failed(
    drill,
    `The backup of ${madeAt} lacks what was in the library by then, or has it with another text: ${list.join(', ')} (readers: ${affected}).`,
  );
}

const kindsIn = (missing: MissingRows) =>
  (Object.keys(missing) as (keyof MissingRows)[]).filter((kind) => missing[kind] > 0);

async function recordReaders(db: Db, at: string, { madeAt, readers }: DrillFindings): Promise<void> {
  await db.deleteFrom('drill_results').execute();
  for (const some of chunks([...readers], atOnce)) {
    const ids = some.map(([id]) => id);
    const users = await db.selectFrom('users').select('id').where('id', 'in', ids).execute();
    const there = new Set(users.map(({ id }) => id));
    // Accounts may have been deleted since the backup.
    const rows = some
      .filter(([id]) => there.has(id))
      .map(([user_id, figures]) => ({
        user_id,
        body: JSON.stringify({ at, backup_at: madeAt, ...figures } satisfies ReaderDrill),
      }));
    if (rows.length > 0) await db.insertInto('drill_results').values(rows).execute();
  }
}

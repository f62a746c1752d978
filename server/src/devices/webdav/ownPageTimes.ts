import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { PageTimesTable } from '../../store/deviceTables.ts';
import { addOnce } from '../../store/rows.ts';
import type { PageTime } from '../statistics/statisticsFile.ts';
import { findFile, readFile, writeFile } from './deviceFiles.ts';
import { locksOf, locksOn } from './deviceLocks.ts';

/** Sessions converted at once; the rest follows the next time. */
const maxSessions = 2_000;
/** Minimum seconds per page, for sessions with implausibly many pages. */
const minPageSeconds = 5;

/**
 * Stores page times for sessions of this library that devices have not received yet. Call it in a transaction that
 * holds the user's lock.
 * @returns whether there were any
 */
async function recordPageTimes(db: Db, userId: string): Promise<boolean> {
  const sessions = await db
    .selectFrom('reading_sessions')
    .innerJoin('books', 'books.id', 'reading_sessions.book_id')
    .select([
      'reading_sessions.id',
      'reading_sessions.book_id',
      'reading_sessions.started_at',
      'reading_sessions.seconds',
      'reading_sessions.start_page',
      'reading_sessions.pages_read',
      'books.page_count',
    ])
    .where('reading_sessions.user_id', '=', userId)
    .where('reading_sessions.by_hand', '=', 0)
    .where('reading_sessions.ended_at', 'is not', null)
    .where('reading_sessions.seconds', '>', 0)
    .where('books.format', '!=', 'none')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('page_times')
            .select('page')
            .whereRef('page_times.book_id', '=', 'reading_sessions.book_id')
            .whereRef('page_times.session_id', '=', 'reading_sessions.id'),
        ),
      ),
    )
    .orderBy('reading_sessions.started_at')
    .limit(maxSessions)
    .execute();
  const rows = sessions.flatMap((session) => pageTimesOf(userId, session));
  await addOnce(db, 'page_times', rows, ['book_id', 'page', 'start_time']);
  return rows.length > 0;
}

/** Spreads the time of a session evenly over its pages. */
function pageTimesOf(
  user_id: string,
  session: {
    id: string;
    book_id: string;
    started_at: string;
    seconds: number;
    start_page: number;
    pages_read: number;
    page_count: number;
  },
): PageTimesTable[] {
  const total_pages = Math.max(1, session.page_count);
  const count = Math.max(
    1,
    Math.min(session.pages_read, Math.floor(session.seconds / minPageSeconds), total_pages),
  );
  const began = Math.floor(Date.parse(session.started_at) / 1_000);
  return Array.from({ length: count }, (_, n) => {
    const [from, to] = [n, n + 1].map((share) => Math.floor((share * session.seconds) / count));
    return {
      book_id: session.book_id,
      user_id,
      page: Math.min(total_pages, Math.max(1, session.start_page) + n),
      start_time: began + (from ?? 0),
      duration: Math.max(1, (to ?? 0) - (from ?? 0)),
      total_pages,
      session_id: session.id,
      is_own: 1,
    };
  });
}

/** Rows per query: SQLite runs on this thread, and others are answered between two queries. */
const timesAtOnce = 2_000;

/**
 * Page times of a user's books, in the devices' terms. Call it outside of transactions, since it may take a second.
 * @param which those of this library only, or also those from devices
 */
async function knownPageTimes(db: Db, userId: string, which: 'own' | 'all'): Promise<PageTime[]> {
  const books = await db
    .selectFrom('book_digests')
    .select(['book_id', 'digest'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'content')
    .where('book_id', 'in', (eb) =>
      eb.selectFrom('page_times').select('page_times.book_id').where('page_times.user_id', '=', userId),
    )
    .execute();
  const known: PageTime[] = [];
  for (const { book_id, digest: md5 } of books) {
    let last = { page: 0, start_time: 0 };
    for (let isComplete = false; !isComplete; ) {
      let times = db
        .selectFrom('page_times')
        .select(['page', 'start_time', 'duration', 'total_pages'])
        .where('book_id', '=', book_id)
        .where(sql<boolean>`(page, start_time) > (${last.page}, ${last.start_time})`)
        .orderBy('page')
        .orderBy('start_time')
        .limit(timesAtOnce);
      if (which === 'own') times = times.where('is_own', '=', 1);
      const rows = await times.execute();
      for (const row of rows) known.push({ md5, ...row, start_time: Number(row.start_time) });
      last = known.at(-1) ?? last;
      isComplete = rows.length < timesAtOnce;
      await yieldToOthers();
    }
  }
  return known;
}

/** KOReader's statistics file, in any folder. */
export const isStatistics = (path: string) => /(^|\/)statistics\.sqlite3$/.test(path);

/** A statistics file from a device, merged with our data. */
interface MergedStatistics {
  bytes: Buffer;
  /** Page times that the device has sent. */
  times: PageTime[];
}

/**
 * Adds the reading sessions of this library to a statistics file.
 * @param hasMerged whether the device has merged the stored file, which it states by If-Match. Otherwise data of
 * other devices is added too, so that no row is lost.
 * @returns null for an invalid file, which is stored unchanged
 */
export async function mergeStatistics(
  services: Services,
  userId: string,
  bytes: Buffer,
  hasMerged: boolean,
): Promise<MergedStatistics | null> {
  await services.engine.withLock(userId, (db) => recordPageTimes(db, userId));
  const add = await knownPageTimes(services.db, userId, hasMerged ? 'own' : 'all');
  const answer = await services.statistics.read(userId, { file: bytes, wantsTimes: true }, add);
  return answer && { bytes: answer.added > 0 ? Buffer.from(answer.file) : bytes, times: answer.times };
}

/** Adds sessions that have ended since to a stored statistics file. */
export async function updateStatistics(services: Services, userId: string, path: string): Promise<void> {
  const loaded = await services.engine.withLock(userId, async (db) => {
    if (!(await recordPageTimes(db, userId))) return null;
    const file = await findUnlocked(db, services.now(), userId, path);
    return file && { file, bytes: await readFile(db, file) };
  });
  if (!loaded) return;
  const { file, bytes } = loaded;
  const add = await knownPageTimes(services.db, userId, 'own');
  const answer = await services.statistics.read(userId, { file: bytes, wantsTimes: false }, add);
  if (answer === null || answer.added === 0) return;
  await services.engine.withLock(userId, async (db) => {
    const now = await findUnlocked(db, services.now(), userId, path);
    // If a device has written meanwhile, its write was merged already.
    if (now?.etag === file.etag) await writeFile(db, userId, path, Buffer.from(answer.file), services.now());
  });
}

async function findUnlocked(db: Db, now: Date, userId: string, path: string) {
  const file = await findFile(db, userId, path);
  const locks = locksOn(await locksOf(db, userId, now), path);
  return file?.is_folder === 0 && locks.length === 0 ? file : null;
}

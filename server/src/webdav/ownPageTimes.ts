import { chunks } from '../common/chunks.ts';
import type { PageTime } from '../statistics/statisticsFile.ts';
import type { Db } from '../store/db.ts';
import type { PageTimesTable } from '../store/deviceTables.ts';

/** Sessions converted at once; the rest follows the next time. */
const maxSessions = 2_000;
/** Minimum seconds per page, for sessions with implausibly many pages. */
const minPageSeconds = 5;

/**
 * Stores page times for sessions of this library that devices have not received yet. Call it in a transaction that
 * holds the user's lock.
 * @returns whether there were any
 */
export async function recordPageTimes(db: Db, userId: string): Promise<boolean> {
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
  for (const some of chunks(rows, 200))
    await db
      .insertInto('page_times')
      .values(some)
      .onConflict((conflict) => conflict.columns(['book_id', 'page', 'start_time']).doNothing())
      .execute();
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

/**
 * Page times of a user's books, in the devices' terms.
 * @param which those of this library only, or also those from devices
 */
export async function knownPageTimes(db: Db, userId: string, which: 'own' | 'all'): Promise<PageTime[]> {
  let times = db
    .selectFrom('page_times')
    .innerJoin('book_digests', 'book_digests.book_id', 'page_times.book_id')
    .select([
      'book_digests.digest as md5',
      'page_times.page',
      'page_times.start_time',
      'page_times.duration',
      'page_times.total_pages',
    ])
    .where('page_times.user_id', '=', userId)
    .where('book_digests.kind', '=', 'content');
  if (which === 'own') times = times.where('page_times.is_own', '=', 1);
  const rows = await times.execute();
  return rows.map((row) => ({ ...row, start_time: Number(row.start_time) }));
}

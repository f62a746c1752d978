import type { AchievementFacts } from '@lectern/shared-contracts/domain/achievements.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/streak.ts';
import type { Db } from '../services.ts';
import type { Reader } from './reader.ts';
import { leastSessionSeconds } from './reconcile.ts';

/** Nobody turns pages faster and reads them. */
export const leastSecondsPerPage = 3;

const earlyUntil = 8;
const lateFrom = 22;

export interface FinishedSessionRow {
  started_at: string;
  ended_at: string;
  seconds: number;
  pages_read: number;
}

/** Sessions that have ended, oldest first. */
export async function finishedSessions(db: Db, userId: string): Promise<FinishedSessionRow[]> {
  return db
    .selectFrom('reading_sessions')
    .select(['started_at', 'ended_at', 'seconds', 'pages_read'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is not', null)
    .where('seconds', '>', 0)
    .orderBy('started_at')
    .$narrowType<{ ended_at: string }>()
    .execute();
}

/** What achievements are judged by, counted in the store. */
export async function achievementFacts(db: Db, reader: Reader): Promise<AchievementFacts> {
  const { userId, local, since, now } = reader;
  const books = await db
    .selectFrom('books')
    .select((eb) => [
      eb.fn.count<number>('sha256').as('uploaded'),
      eb.fn.sum<number>('completed').as('completed'),
    ])
    .where('user_id', '=', userId)
    // A book without a file came by a list from elsewhere: it was not read here.
    .where('format', '!=', 'none')
    .executeTakeFirst();
  const [notes, highlights] = [await countOf(db, 'notes', userId), await countOf(db, 'highlights', userId)];
  const sessions = (await finishedSessions(db, userId)).filter(
    ({ started_at, ended_at, seconds }) =>
      seconds >= leastSessionSeconds &&
      Date.parse(started_at) >= since.getTime() &&
      Date.parse(ended_at) <= now.getTime(),
  );
  const [early, late] = [
    (moment: string) => local.hour(moment) < earlyUntil,
    (moment: string) => local.hour(moment) >= lateFrom,
  ];
  return {
    booksUploaded: Number(books?.uploaded ?? 0),
    booksCompleted: Number(books?.completed ?? 0),
    notes,
    highlights,
    longestSession: greatest(sessions.map(({ seconds }) => seconds)),
    mostPagesInASession: greatest(
      sessions.map(({ pages_read, seconds }) =>
        Math.min(pages_read, Math.floor(seconds / leastSecondsPerPage)),
      ),
    ),
    longestStreak: longestRun(sessions.map(({ ended_at }) => local.day(ended_at))),
    earlySessions: sessions.filter(({ started_at }) => early(started_at)).length,
    lateSessions: sessions.filter(({ started_at, ended_at }) => late(started_at) || late(ended_at)).length,
  };
}

/** Most calendar days in a row. */
export function longestRun(days: readonly string[]): number {
  const read = new Set(days);
  let longest = 0;
  for (const day of read) {
    if (read.has(daysBefore(day, -1))) continue;
    let length = 1;
    while (read.has(daysBefore(day, length))) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

async function countOf(db: Db, table: 'notes' | 'highlights', userId: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

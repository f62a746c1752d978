import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { daysTouched } from '../../library/gamification/readingDays.ts';
import { recompute } from '../../library/gamification/recompute.ts';
import { userCalendarOf } from '../../library/gamification/userCalendar.ts';
import { insertOnce, localTimesOf, timeZoneOf } from '../../library/sessions/store.ts';
import { chunks } from '../../run/common/chunks.ts';
import { AppError } from '../../run/common/errors.ts';
import { uuidOf } from '../../run/common/uuidOf.ts';
import type { Db } from '../../store/db.ts';
import type { PageTimesTable } from '../../store/deviceTables.ts';
import { countOf, findOwn } from '../../store/ownRows.ts';
import { addRows, changeRows, listRows } from '../../store/rows.ts';
import type { PageTime } from '../statistics/statisticsFile.ts';

type Row = PageTimesTable;

/** Sessions created per write; the rest follows with the next one. */
const maxNewSessions = 2_000;
/** Seconds counted per page: KOReader keeps counting when the user falls asleep. */
const maxPageSeconds = 1_800;
/** Earliest plausible time, in seconds since 1970: the year 2000. */
const earliest = 946_684_800;

/**
 * Creates reading sessions from a device's page times, each counted once, however often it is sent. Call it in a
 * transaction that holds the user's lock.
 * @returns whether anything was new
 */
export async function importPageTimes(
  db: Db,
  userId: string,
  times: readonly PageTime[],
  now: Date,
): Promise<boolean> {
  const latest = Math.floor(now.getTime() / 1_000);
  const books = await booksByDigest(db, userId, new Set(times.map(({ md5 }) => md5)));
  const ofBook = new Map<string, PageTime[]>();
  for (const time of times) {
    const bookId = books.get(time.md5);
    // A clock that is off by years gives no usable day.
    if (bookId === undefined || time.start_time < earliest || time.start_time > latest) continue;
    const ofThis = ofBook.get(bookId);
    if (ofThis) ofThis.push(time);
    else ofBook.set(bookId, [time]);
  }
  const touched = new Set<string>();
  let room = limits.pageTimes - (await countOf(db.selectFrom('page_times').where('user_id', '=', userId)));
  let sessions = maxNewSessions;
  let isNew = false;
  for (const [bookId, reported] of ofBook) {
    const sorted = reported.toSorted((a, b) => a.start_time - b.start_time);
    const { added, made, days } = await importBook(db, { userId, bookId, now, room, sessions }, sorted);
    room -= added;
    sessions -= made;
    isNew ||= added > 0 || days.size > 0;
    for (const day of days) touched.add(day);
  }
  if (isNew) await recompute(db, await userCalendarOf(db, userId, now), touched);
  return isNew;
}

interface Import {
  userId: string;
  bookId: string;
  now: Date;
  /** Remaining capacity for page times and sessions. */
  room: number;
  sessions: number;
}

async function importBook(
  db: Db,
  { userId, bookId, now, room, sessions }: Import,
  reported: readonly PageTime[],
): Promise<{ added: number; made: number; days: Set<string> }> {
  const stored = await db.selectFrom('page_times').selectAll().where('book_id', '=', bookId).execute();
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  const sittings = new Sittings();
  for (const row of stored) if (row.is_own === 0) sittings.addKnown(row);
  let made = 0;
  const fresh: Row[] = [];
  for (const { md5, page, start_time, duration, total_pages } of reported) {
    const capped = Math.min(duration, maxPageSeconds);
    const before = byKey.get(keyOf({ page, start_time }));
    if (before) {
      if (before.is_own === 1 || before.duration >= capped) continue;
      await changeRows(db, 'page_times', { book_id: bookId, page, start_time }, { duration: capped });
      before.duration = capped;
      const sitting = sittings.byId(before.session_id);
      if (sitting === undefined) continue;
      sitting.hasChanged = true;
      sitting.last = Math.max(sitting.last, start_time + capped);
      continue;
    }
    if (fresh.length >= room) break;
    const near = sittings.near(start_time);
    if (near === undefined && made >= sessions) continue;
    if (near === undefined) made += 1;
    // The same id when the book was deleted and has come back.
    const sitting = near ?? sittings.begin(uuidOf(`${userId}\n${md5}\n${start_time}`));
    sitting.hasChanged = true;
    const row: Row = {
      book_id: bookId,
      user_id: userId,
      page,
      start_time,
      duration: capped,
      total_pages,
      session_id: sitting.id,
      is_own: 0,
    };
    sittings.add(sitting, row);
    byKey.set(keyOf(row), row);
    fresh.push(row);
  }
  await addRows(db, 'page_times', fresh);
  const days = new Set<string>();
  for (const sitting of sittings.all)
    if (sitting.hasChanged)
      for (const day of await saveSession(db, userId, bookId, sitting, now)) days.add(day);
  return { added: fresh.length, made, days };
}

/** @returns the days that have changed */
async function saveSession(
  db: Db,
  userId: string,
  bookId: string,
  { id, isNew, rows, first, last: lastEnd }: Sitting,
  now: Date,
): Promise<Set<string>> {
  const before = await findOwn(db, 'reading_sessions', userId, id);
  // Sessions that the user has corrected or deleted stay so.
  if ((!isNew && before === undefined) || (before && before.edited_at !== null)) return new Set();
  const book = await db
    .selectFrom('books')
    .select(['title', 'page_count'])
    .where('id', '=', bookId)
    .executeTakeFirstOrThrow();
  const ended = Math.min(lastEnd, Math.floor(now.getTime() / 1_000));
  const seconds = rows.reduce((sum, { duration }) => sum + duration, 0);
  const pages = Math.max(1, book.page_count);
  const scale = pages / (rows[0]?.total_pages ?? pages);
  const within = (page: number) => Math.max(1, Math.min(pages, page));
  const firstPage = rows.reduce((least, { page }) => Math.min(least, page), Number.POSITIVE_INFINITY);
  const start_page = within(Math.ceil(firstPage * scale));
  const pages_read = within(Math.round(new Set(rows.map(({ page }) => page)).size * scale));
  const zone = before?.time_zone ?? (await timeZoneOf(db, userId));
  const times = localTimesOf(zone, iso(first), iso(Math.max(first, ended)));
  const values = {
    ...times,
    book_id: bookId,
    seconds: Math.min(seconds, Math.max(0, ended - first)),
    start_page,
    end_page: start_page + pages_read,
    pages_read,
    settled: 0,
  };
  if (before) await changeRows(db, 'reading_sessions', { id }, values);
  else {
    const session = { id, user_id: userId, book_title: book.title, notes: null, ...values };
    // The file is kept even when no more sessions fit.
    const made = await insertOnce(db, session).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'limit_reached') return null;
      throw error;
    });
    if (made === null) return new Set();
  }
  return new Set([...(before ? daysTouched(before) : []), ...daysTouched(times)]);
}

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
const keyOf = ({ page, start_time }: Pick<Row, 'page' | 'start_time'>) => `${page} ${start_time}`;

/** The user's books by KOReader's content digest. */
async function booksByDigest(
  db: Db,
  userId: string,
  digests: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const bookIds = new Map<string, string>();
  for (const some of chunks([...digests], 500)) {
    const rows = await listRows(db, 'book_digests', { user_id: userId, kind: 'content', digest: some }, [
      'digest',
      'book_id',
    ]);
    for (const { digest, book_id } of rows) bookIds.set(digest, book_id);
  }
  return bookIds;
}

/** Consecutive pages, which form a reading session. */
interface Sitting {
  /** Id of the session. */
  id: string;
  isNew: boolean;
  hasChanged: boolean;
  rows: Row[];
  /** Seconds since 1970. */
  first: number;
  last: number;
}

/** Seconds between two pages that start a new sitting. */
const gap = 900;

/** The sittings of one book, indexed by time. */
class Sittings {
  readonly #byId = new Map<string, Sitting>();
  /** The first sitting in each quarter of an hour since 1970. */
  readonly #bySlot = new Map<number, Sitting>();

  get all(): Iterable<Sitting> {
    return this.#byId.values();
  }

  byId(id: string): Sitting | undefined {
    return this.#byId.get(id);
  }

  /** Adds a stored page time. */
  addKnown(row: Row): void {
    const sitting = this.#byId.get(row.session_id) ?? this.#begin(row.session_id, false);
    this.add(sitting, row);
  }

  /** The sitting that a page belongs to; undefined when it starts a new one. */
  near(start: number): Sitting | undefined {
    const slot = Math.floor(start / gap);
    return [slot, slot - 1, slot + 1]
      .map((at) => this.#bySlot.get(at))
      .find(
        (candidate) =>
          candidate !== undefined && start >= candidate.first - gap && start <= candidate.last + gap,
      );
  }

  begin(id: string): Sitting {
    return this.#begin(id, true);
  }

  add(sitting: Sitting, row: Row): void {
    const [start, end] = [row.start_time, row.start_time + row.duration];
    sitting.rows.push(row);
    sitting.first = Math.min(sitting.first, start);
    sitting.last = Math.max(sitting.last, end);
    for (let slot = Math.floor(start / gap); slot <= Math.floor(end / gap); slot += 1)
      if (!this.#bySlot.has(slot)) this.#bySlot.set(slot, sitting);
  }

  #begin(id: string, isNew: boolean): Sitting {
    const sitting: Sitting = {
      id,
      isNew,
      hasChanged: false,
      rows: [],
      first: Number.POSITIVE_INFINITY,
      last: 0,
    };
    this.#byId.set(id, sitting);
    return sitting;
  }
}

import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { MentorPart, MentorValue } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { sql } from 'kysely';
import type { UserCalendar } from '../gamification/userCalendar.ts';
import { isApparatus, withoutTitlePages } from '../search/apparatus.ts';
import type { Db } from '../store/db.ts';
import { message, type Paragraphs } from './message.ts';
import { answerTypeOf, intentIn } from './question/intents.ts';
import { daysAsked, momentsOf, periodIn } from './question/periods.ts';
import { type ReadingStats, readingStatsOf } from './readingStats.ts';
import { suggestions } from './suggest.ts';

/** Books in a list of those that were finished. */
const mostFinished = 10;

interface Answer {
  said: Paragraphs;
  citations: Citation[];
}

/** Answers a question about the reader's own reading (how much, which books). Null for any other question. */
export async function answerAboutReading(
  db: Db,
  calendar: UserCalendar,
  text: string,
): Promise<Answer | null> {
  const intent = intentIn(text);
  if (intent === 'underWay') return underWay(db, calendar);
  if (intent === 'finished') return finished(db, calendar, text);
  if (intent === 'pace') return pace(db, calendar);
  if (intent === 'habit') return habit(db, calendar);
  return null;
}

/** What to read next, each with its reason and the page that it opens at. */
export async function whatNext(db: Db, calendar: UserCalendar): Promise<Answer> {
  const suggested = await suggestions(db, calendar);
  if (suggested.length === 0) return { said: [[message('nothingUnread')]], citations: [] };
  const citations = await openings(
    db,
    calendar.userId,
    suggested.map(({ book_id }) => book_id),
  );
  const lines = suggested.map(({ book_id, reason }) => {
    const cited = citations.find((citation) => citation.book_id === book_id);
    return [`${cited?.book_title ?? ''}. `, ...reason, ` [${cited?.number ?? ''}]`];
  });
  return { said: [[message('whatNext')], ...lines], citations };
}

async function underWay(db: Db, calendar: UserCalendar): Promise<Answer> {
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'progress'])
    .where('user_id', '=', calendar.userId)
    .where('completed', '=', 0)
    .where('is_reading', '=', 1)
    .orderBy('last_opened', 'desc')
    .limit(10)
    .execute();
  if (books.length === 0) return { said: [[message('nothingUnderWay')]], citations: [] };
  const line = ({ title, progress }: (typeof books)[number]) => [
    `${title}, ${progress > 0 ? Math.max(1, Math.round(progress)) : 0} %.`,
  ];
  return listed(db, calendar.userId, { first: message('underWay'), books, line });
}

/** The books finished, all or in the period that the question names, with their number. */
async function finished(db: Db, calendar: UserCalendar, text: string): Promise<Answer> {
  const period = periodIn(text, calendar.today);
  let query = db
    .selectFrom('books')
    .select(['id', 'title', 'rating'])
    .where('user_id', '=', calendar.userId)
    .where('completed', '=', 1);
  if (period) {
    const { from, until } = momentsOf(period, calendar.local.startOf);
    query = query.where('completed_at', '>=', from).where('completed_at', '<', until);
  }
  const all = await query.orderBy(sql`coalesce(completed_at, '')`, 'desc').orderBy('id').execute();
  const books = all.slice(0, mostFinished);
  const days = period && daysAsked(period, calendar.today);
  if (books.length === 0)
    return {
      said: [[days ? message('noneFinishedInDays', days) : message('nothingFinished')]],
      citations: [],
    };
  const number = all.length;
  const first = days
    ? message('finishedInDays', { ...days, number })
    : number > books.length || answerTypeOf(text) === 'number'
      ? message('booksFinishedLatest', { number })
      : message('booksFinished');
  const line = ({ title, rating }: (typeof books)[number]) =>
    rating === null ? [`${title}.`] : [`${title}.`, ' ', message('likedByStars', { stars: rating })];
  return listed(db, calendar.userId, { first, books, line });
}

/** Lists books under a first sentence: a line about each, with the number of its citation. */
export async function listed<B extends { id: string }>(
  db: Db,
  userId: string,
  { first, books, line }: { first: MentorPart; books: readonly B[]; line: (book: B) => MentorPart[] },
): Promise<Answer> {
  const citations = await openings(
    db,
    userId,
    books.map(({ id }) => id),
  );
  const lines = books.map((book) => {
    const number = citations.find(({ book_id }) => book_id === book.id)?.number;
    return [...line(book), ` [${number}]`];
  });
  return { said: [[first], ...lines], citations };
}

async function habit(db: Db, calendar: UserCalendar): Promise<Answer> {
  const { minutesToday, minutesInSevenDays, minutesADay, streak } = await readingStatsOf(db, calendar);
  if (minutesADay === null) return { said: [[message('noSessions')]], citations: [] };
  const minutes: Record<string, MentorValue> = {
    today: { minutes: minutesToday, exact: true },
    week: { minutes: minutesInSevenDays, exact: true },
    pace: { minutes: minutesADay },
  };
  return { said: [[message('habit', minutes)], [inARow(streak)]], citations: [] };
}

/** Pages an hour, as the statistics count them: over the sessions with counted pages. */
async function pace(db: Db, { userId }: UserCalendar): Promise<Answer> {
  const { pages, seconds } = await db
    .selectFrom('reading_sessions')
    .select(({ fn }) => [fn.sum<number>('pages_read').as('pages'), fn.sum<number>('seconds').as('seconds')])
    .where('user_id', '=', userId)
    .where('ended_at', 'is not', null)
    .where('pages_read', '>', 0)
    .executeTakeFirstOrThrow();
  const hours = Number(seconds ?? 0) / 3_600;
  const said = hours > 0 ? message('pace', { number: Math.round(Number(pages) / hours) }) : message('noPace');
  return { said: [[said]], citations: [] };
}

function inARow({ kind, length }: ReadingStats['streak']): MentorPart {
  if (length === 0) return message('noStreak');
  return kind === 'weekly'
    ? message('streakWeeks', { number: length })
    : message('streak', { days: { days: length } });
}

/** A citation for each book at the reader's place or the beginning, numbered in the given order. */
export async function openings(db: Db, userId: string, ids: readonly string[]): Promise<Citation[]> {
  const books = await db
    .selectFrom('books')
    .leftJoin('progress', (join) =>
      join.onRef('progress.book_id', '=', 'books.id').on('progress.user_id', '=', userId),
    )
    .select(['books.id', 'books.title', 'books.author', 'books.progress', 'progress.position'])
    .where('books.user_id', '=', userId)
    .where('books.id', 'in', ids)
    .execute();
  const passages = await Promise.all(books.map((book) => passageAt(db, book.id, book.progress)));
  return ids.flatMap((id, index) => {
    const at = books.findIndex((book) => book.id === id);
    const book = books[at];
    if (!book) return [];
    return {
      number: index + 1,
      kind: 'passage' as const,
      book_id: id,
      book_title: book.title,
      author: book.author,
      chapter: passages[at]?.chapter ?? null,
      text: passages[at]?.text ?? '',
      position: book.position === null ? null : JSON.parse(book.position),
      score: 0,
    };
  });
}

/** Passages after a place among which one is not of a title page or the like. */
const passagesAtPlace = 30;

/** The passage at a place of a book, or the next that is text; for the end of the book the last that is text. */
async function passageAt(db: Db, bookId: string, percent: number) {
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  const seq = Math.floor((Number(last ?? 0) * percent) / 100);
  const near = async (after: boolean) => {
    const rows = await db
      .selectFrom('passages')
      .select(['book_id as bookId', 'seq', 'chapter', 'text'])
      .where('book_id', '=', bookId)
      .where('seq', after ? '>=' : '<', seq)
      .orderBy('seq', after ? 'asc' : 'desc')
      .limit(passagesAtPlace)
      .execute();
    const text = await withoutTitlePages(db, rows);
    return { first: rows[0], text: text.find((row) => !isApparatus(row)) };
  };
  const after = await near(true);
  return after.text ?? (await near(false)).text ?? after.first;
}

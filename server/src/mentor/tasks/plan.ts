import { openings, whatNext } from '../aboutReading.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { message } from '../message.ts';
import { minutesLeft, readingStatsOf, usualMinutesADay } from '../readingStats.ts';
import { suggestions } from '../suggest.ts';

/** Minutes of reading. Shorter texts, such as forms and leaflets, are not planned unless there is nothing else. */
const leastMinutes = 10;

/** What to read next, from the reader's own shelves, with the reasons. */
export async function next({ db, calendar }: TaskContext): Promise<AnswerPlan> {
  return { ...(await whatNext(db, calendar)), instruction: null };
}

/** The suggested books one after the other, with the days that they take at the reader's own pace. */
export async function plan({ db, calendar }: TaskContext): Promise<AnswerPlan> {
  const suggested = await suggestions(db, calendar);
  const { minutesADay } = await readingStatsOf(db, calendar);
  const ids = suggested.map(({ book_id }) => book_id);
  const books = await db
    .selectFrom('books')
    .select(['id', 'format', 'word_count', 'page_count', 'progress'])
    .where('id', 'in', ids)
    .execute();
  const minutesOf = new Map(books.map((book) => [book.id, minutesLeft(book)]));
  // What has no file cannot be read here, and its length is not known.
  const readable = ids.filter((id) => typeof minutesOf.get(id) === 'number');
  if (readable.length === 0) return { citations: [], said: [[message('nothingUnread')]], instruction: null };
  const long = readable.filter((id) => (minutesOf.get(id) ?? 0) >= leastMinutes);
  const planned = long.length > 0 ? long : readable;
  const citations = await openings(db, calendar.userId, planned);
  const day = (at: number) => ({ date: new Date(at).toISOString().slice(0, 10) });
  let begins = Date.parse(calendar.today);
  const lines = citations.flatMap(({ book_id, book_title, number }) => {
    const minutes = minutesOf.get(book_id);
    if (typeof minutes !== 'number') return [];
    const days = Math.max(1, Math.ceil(minutes / (minutesADay ?? usualMinutesADay)));
    const ends = begins + (days - 1) * 86_400_000;
    const values = { from: day(begins), title: book_title, time: { minutes } };
    const line =
      days === 1 ? message('planOneDay', values) : message('planDays', { ...values, to: day(ends) });
    begins = ends + 86_400_000;
    return [[line, ` [${number}]`]];
  });
  const pace =
    minutesADay === null
      ? message('paceUnknown', { pace: { minutes: usualMinutesADay } })
      : message('paceKnown', { pace: { minutes: minutesADay } });
  return { citations, said: [[message('plan'), ' ', pace], ...lines], instruction: null };
}

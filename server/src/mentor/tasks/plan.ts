import { openings, whatNext } from '../aboutReading.ts';
import type { Brief, TaskContext } from '../brief.ts';
import { habitsOf, minutesLeft } from '../habits.ts';
import { say } from '../say.ts';
import { suggestions } from '../suggest.ts';

/** Minutes a day, when nothing is known of the reader's own. */
const usualMinutes = 30;

/** What to read next, from the reader's own shelves, with the reasons. */
export async function next({ db, reader }: TaskContext): Promise<Brief> {
  return { ...(await whatNext(db, reader)), instruction: null };
}

/** The suggested books one after the other, with the days that they take at the reader's own pace. */
export async function plan({ db, reader }: TaskContext): Promise<Brief> {
  const suggested = await suggestions(db, reader);
  if (suggested.length === 0) return { citations: [], said: [[say('nothingUnread')]], instruction: null };
  const { minutesADay } = await habitsOf(db, reader);
  const ids = suggested.map(({ book_id }) => book_id);
  const citations = await openings(db, reader.userId, ids);
  const books = await db
    .selectFrom('books')
    .select(['id', 'word_count', 'page_count', 'progress'])
    .where('id', 'in', ids)
    .execute();
  const day = (at: number) => ({ date: new Date(at).toISOString().slice(0, 10) });
  let begins = Date.parse(reader.today);
  const lines = citations.flatMap(({ book_id, book_title, number }) => {
    const book = books.find(({ id }) => id === book_id);
    if (!book) return [];
    const minutes = minutesLeft(book);
    const days = Math.max(1, Math.ceil(minutes / (minutesADay ?? usualMinutes)));
    const ends = begins + (days - 1) * 86_400_000;
    const values = { from: day(begins), title: book_title, time: { minutes } };
    const line = days === 1 ? say('planOneDay', values) : say('planDays', { ...values, to: day(ends) });
    begins = ends + 86_400_000;
    return [[line, ` [${number}]`]];
  });
  const pace =
    minutesADay === null
      ? say('paceUnknown', { pace: { minutes: usualMinutes } })
      : say('paceKnown', { pace: { minutes: minutesADay } });
  return { citations, said: [[say('plan'), ' ', pace], ...lines], instruction: null };
}

import { openings, whatNext } from '../aboutReading.ts';
import type { Brief, TaskContext } from '../brief.ts';
import { duration, habitsOf, minutesLeft } from '../habits.ts';
import { suggestions } from '../suggest.ts';

/** Minutes a day, when nothing is known of the reader's own. */
const usualMinutes = 30;

/** What to read next, from the reader's own shelves, with the reasons. */
export async function next({ db, reader }: TaskContext): Promise<Brief> {
  const { text, citations } = await whatNext(db, reader);
  return { citations, plain: text, instruction: null };
}

/** The suggested books one after the other, with the days that they take at the reader's own pace. */
export async function plan({ db, reader }: TaskContext): Promise<Brief> {
  const suggested = await suggestions(db, reader);
  if (suggested.length === 0) {
    return {
      citations: [],
      plain: 'There is nothing unread on your shelves. Upload a book, and I will find its place.',
      instruction: null,
    };
  }
  const { minutesADay } = await habitsOf(db, reader);
  const ids = suggested.map(({ book_id }) => book_id);
  const citations = await openings(db, reader.userId, ids);
  const books = await db
    .selectFrom('books')
    .select(['id', 'word_count', 'page_count', 'progress'])
    .where('id', 'in', ids)
    .execute();
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  let begins = Date.parse(reader.today);
  const lines = citations.flatMap(({ book_id, book_title, number }) => {
    const book = books.find(({ id }) => id === book_id);
    if (!book) return [];
    const minutes = minutesLeft(book);
    const days = Math.max(1, Math.ceil(minutes / (minutesADay ?? usualMinutes)));
    const ends = begins + (days - 1) * 86_400_000;
    const when = days === 1 ? day.format(begins) : `${day.format(begins)} to ${day.format(ends)}`;
    begins = ends + 86_400_000;
    return `${when}: ${book_title}, ${duration(minutes)}. [${number}]`;
  });
  const pace =
    minutesADay === null
      ? `I know of no reading session in the last two weeks, so I count with ${duration(usualMinutes)} a day.`
      : `You read about ${duration(minutesADay)} a day lately; at that pace:`;
  return {
    citations,
    plain: [`A plan from what is unread on your shelves. ${pace}`, ...lines].join('\n\n'),
    instruction: null,
  };
}

import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { type AnswerPlan, type MentorContext, message } from '../answer.ts';
import { openings } from '../openings.ts';
import { minutesLeft, readingStatsOf, usualMinutesADay } from '../readingStats.ts';
import { suggestions } from '../suggest.ts';
import { chosenBook, only } from './chosenBook.ts';

/** What to read next, each book with its reason and the page that it opens at. */
export async function next({ db, calendar, asked }: MentorContext): Promise<AnswerPlan> {
  const suggested = await suggestions(db, calendar);
  if (suggested.length === 0) return only('nothingUnread');
  const citations = await openings(
    db,
    asked.userId,
    suggested.map(({ book_id }) => book_id),
  );
  const lines = suggested.flatMap(({ book_id, reason }): MentorPart[][] => {
    const cited = citations.find((citation) => citation.book_id === book_id);
    return cited ? [[`${cited.book_title}. `, ...reason, ` [${cited.number}]`]] : [];
  });
  return { citations, said: [[message('whatNext')], ...lines], instruction: null };
}

/** How much of a book is left, and when it will be finished at the reader's pace. */
export async function left(context: MentorContext): Promise<AnswerPlan> {
  const { db, calendar, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { title } = book;
  const citations = await openings(db, asked.userId, [book.id]);
  const counts = await db
    .selectFrom('books')
    .select(['format', 'word_count', 'page_count', 'progress', 'completed'])
    .where('id', '=', book.id)
    .executeTakeFirstOrThrow();
  if (counts.completed)
    return { citations, said: [[message('finished', { title }), ' [1]']], instruction: null };
  const minutes = minutesLeft(counts);
  const percent = { percent: 100 - Math.floor(counts.progress) };
  if (minutes === null)
    return { citations, said: [[message('partLeft', { title, percent }), ' [1]']], instruction: null };
  const { minutesADay } = await readingStatsOf(db, calendar);
  const pace = minutesADay ?? usualMinutesADay;
  const to = { date: daysBefore(calendar.today, -Math.ceil(minutes / pace)) };
  const said = [
    [message('timeLeft', { title, percent, time: { minutes } }), ' [1]'],
    [message(minutesADay === null ? 'finishUsual' : 'finishOwn', { pace: { minutes: pace }, to })],
  ];
  return { citations, said, instruction: null };
}

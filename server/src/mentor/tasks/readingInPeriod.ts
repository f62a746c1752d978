import type { MentorPart, MentorValue } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { shareByDay } from '@lectern/shared-contracts/domain/sessions/readingDays.ts';
import { readingDays } from '../../gamification/readingDays.ts';
import { openings } from '../aboutReading.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { message } from '../message.ts';
import { hasPhraseOf, intentIn, namesSubject, wordsBesidePhrases } from '../question/intents.ts';
import { daysAsked, type Period, periodIn, withoutPeriod } from '../question/periods.ts';

/** Titles under a period. */
const mostTitles = 10;

/** What and how much was read on the days that a question names. Null for any other question. */
export async function readingInPeriod(
  context: TaskContext,
  books: readonly LookupBook[],
): Promise<AnswerPlan | null> {
  const { asked, calendar } = context;
  const period = periodIn(asked.text, calendar.today);
  if (period === null || !asksForReading(asked.text, books)) return null;
  const book = books.find(({ id }) => id === asked.bookId) ?? bookNamedIn(asked.text, books);
  // The usual answer has today and the days before.
  if (!book && intentIn(asked.text) === 'habit' && period.first === calendar.today) return null;
  return book ? readingOf(context, period, book) : readingOfAll(context, period);
}

function asksForReading(text: string, books: readonly LookupBook[]): boolean {
  const intent = intentIn(text);
  if (intent === 'habit' || intent === 'readingTime') return true;
  if (!hasPhraseOf('readWhen', text) || namesSubject(text)) return false;
  return wordsBesidePhrases('readWhen', withoutPeriod(wordsBesideBook(text, books))).length === 0;
}

async function readingOfAll(
  { db, calendar, asked }: TaskContext,
  period: Period,
): Promise<AnswerPlan | null> {
  const days = await readingDays(db, calendar.userId, period);
  const sum = (of: 'seconds' | 'pages') => days.reduce((total, day) => total + day[of], 0);
  const seconds = sum('seconds');
  const titles = await titlesIn({ db, calendar }, period);
  // Books may be finished without a session.
  if (seconds === 0 && intentIn(asked.text) === 'finished') return null;
  return answer({ db, calendar }, period, { seconds, pages: sum('pages'), titles });
}

async function readingOf(context: TaskContext, period: Period, book: LookupBook): Promise<AnswerPlan> {
  const titles = (await titlesIn(context, period)).filter(({ id }) => id === book.id);
  const [seconds, pages] = [titles[0]?.seconds ?? 0, titles[0]?.pages ?? 0];
  const about = await answer(context, period, { seconds, pages, titles });
  // Other books may have been read on these days.
  return titles.length > 0
    ? about
    : { ...about, said: about.said.map((none) => [`${book.title}. `, ...none]) };
}

interface Title {
  id: string;
  title: string;
  seconds: number;
  pages: number;
}

async function answer(
  { db, calendar }: Pick<TaskContext, 'db' | 'calendar'>,
  { first, last }: Period,
  { seconds, pages, titles }: { seconds: number; pages: number; titles: readonly Title[] },
): Promise<AnswerPlan> {
  const days = daysAsked({ first, last }, calendar.today);
  const none = { citations: [], instruction: null };
  if (seconds === 0 && pages === 0)
    return { ...none, said: [[message(first === last ? 'noneOnDay' : 'noneInDays', days)]] };
  const amount = { ...days, time: exactly(seconds), number: pages };
  const shown = titles.slice(0, mostTitles);
  const ids = shown.map(({ id }) => id);
  const citations = ids.length === 0 ? [] : await openings(db, calendar.userId, ids);
  const lines = shown.map(({ id, title, seconds: ofTitle }): MentorPart[] => {
    const number = citations.find(({ book_id }) => book_id === id)?.number;
    const line = message('readTitle', { title, time: exactly(ofTitle) });
    return [line, ...(number === undefined ? [] : [` [${number}]`])];
  });
  return {
    citations,
    said: [[message(first === last ? 'readOnDay' : 'readInDays', amount)], ...lines],
    instruction: null,
  };
}

const exactly = (seconds: number): MentorValue => ({ minutes: Math.floor(seconds / 60), exact: true });

/** The books read in a period, the longest reading first. */
async function titlesIn(
  { db, calendar: { userId } }: Pick<TaskContext, 'db' | 'calendar'>,
  { first, last }: Period,
): Promise<Title[]> {
  const sessions = await db
    .selectFrom('reading_sessions')
    .select(['book_id', 'book_title', 'local_start', 'local_end', 'seconds', 'pages_read'])
    .where('user_id', '=', userId)
    .where('local_end', '>=', first)
    .where('local_start', '<=', `${last}T24`)
    .where('seconds', '>', 0)
    .$narrowType<{ local_start: string; local_end: string }>()
    .execute();
  const titles = new Map<string, Title>();
  for (const session of sessions) {
    const { local_start: localStart, local_end: localEnd, seconds, pages_read: pages } = session;
    for (const share of shareByDay({ localStart, localEnd, seconds, pages })) {
      if (share.day < first || share.day > last) continue;
      const title = titles.get(session.book_id) ?? {
        id: session.book_id,
        title: session.book_title,
        seconds: 0,
        pages: 0,
      };
      title.seconds += share.seconds;
      title.pages += share.pages;
      titles.set(session.book_id, title);
    }
  }
  return [...titles.values()].sort((a, b) => b.seconds - a.seconds);
}

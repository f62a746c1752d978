import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { readingDays } from '../../library/gamification/readingDays.ts';
import type { UserCalendar } from '../../library/gamification/userCalendar.ts';
import type { Db } from '../../store/db.ts';
import { message } from './answer.ts';

/** How this reader reads, from the sessions of the last two weeks. */
export interface ReadingStats {
  /** Minutes on a day since the first session of the last fortnight; null while nothing was read in it. */
  minutesADay: number | null;
}

const fortnight = 14;
/** One long evening is no habit yet. */
const fewestDays = 3;

export async function readingStatsOf(db: Db, { userId, today }: UserCalendar): Promise<ReadingStats> {
  const read = (
    await readingDays(db, userId, { first: daysBefore(today, fortnight - 1), last: today })
  ).filter(({ seconds }) => seconds > 0);
  const minutes = Math.floor(read.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const [first = today] = read.map(({ day }) => day).sort();
  const days = Math.max(fewestDays, (Date.parse(today) - Date.parse(first)) / 86_400_000 + 1);
  return { minutesADay: minutes > 0 ? Math.max(1, Math.round(minutes / days)) : null };
}

/** Minutes a day, when nothing is known of the reader's own. */
export const usualMinutesADay = 30;
/** Words that are read in a minute, when nothing better is known. */
const wordsAMinute = 230;
/** The same for a page of a book whose words were not counted. */
const minutesAPage = 1.5;

/** What the time of a book is estimated from. */
export interface BookSize {
  format: string;
  word_count: number;
  page_count: number;
  progress: number;
}

/** Minutes until the end of a book; null when it has no file, or nothing to count in it. */
export function minutesLeft(book: BookSize): number | null {
  if (book.format === 'none' || book.word_count + book.page_count === 0) return null;
  const totalMinutes = book.word_count > 0 ? book.word_count / wordsAMinute : book.page_count * minutesAPage;
  return Math.max(1, Math.round(totalMinutes * (1 - Math.min(100, book.progress) / 100)));
}

/** A plan in one sentence: how long it takes at this reader's pace. */
export function plan(minutes: number, { minutesADay }: ReadingStats): MentorPart {
  const days = (pace: number) => ({ days: Math.max(1, Math.ceil(minutes / pace)) });
  // Less than a day of reading needs no plan.
  if (minutes <= (minutesADay ?? usualMinutesADay)) return message('timeShort', { time: { minutes } });
  if (minutesADay === null) return message('timeUsual', { time: { minutes }, days: days(usualMinutesADay) });
  return message('timeOwn', { time: { minutes }, pace: { minutes: minutesADay }, days: days(minutesADay) });
}

/** Days that questions name: "yesterday", "on Monday", "last week", "in March". */
import { daysBefore, mondayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { MentorValue } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { foldWord } from '../../store/textTokens.ts';
import { type NamedPeriod, periodWords } from './languages/periodWords.ts';
import { anyOf, unspacedPhrase, worded } from './phrases.ts';

/** Days from the first to the last, yyyy-mm-dd. */
export interface Period {
  first: string;
  last: string;
}

/**
 * The days that a text names, up to today; null for none. A weekday is the last one before today, a month the last one
 * that has begun.
 * @param today yyyy-mm-dd, by the reader's clock
 */
export function periodIn(text: string, today: string): Period | null {
  const words = worded(text);
  const name = order.find((period) => named[period].test(words));
  if (name !== undefined) return daysOf[name](today);
  const weekday = indexIn(weekdays, words);
  if (weekday >= 0) {
    const thisWeek = daysBefore(mondayOf(today), -weekday);
    return dayAlone(thisWeek < today ? thisWeek : daysBefore(thisWeek, 7));
  }
  const month = indexIn(months, words);
  const year = / (20\d\d)(?:年?) /.exec(words)?.[1];
  if (month >= 0) return monthOf(month, year ?? null, today);
  return year === undefined || year > today
    ? null
    : upTo(today, { first: `${year}-01-01`, last: `${year}-12-31` });
}

/** The first and last day as values of a sentence: with the year where it is not this one. */
export function daysAsked({ first, last }: Period, today: string): { from: MentorValue; to: MentorValue } {
  const date = (day: string): MentorValue =>
    day.slice(0, 4) === today.slice(0, 4) ? { date: day } : { date: day, year: true };
  return { from: date(first), to: date(last) };
}

/** The day before yesterday first: its words contain those of yesterday. */
const order: readonly NamedPeriod[] = [
  'dayBefore',
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
];

const dayAlone = (day: string): Period => ({ first: day, last: day });
const upTo = (today: string, { first, last }: Period): Period => ({
  first,
  last: last < today ? last : today,
});
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const yearBefore = (day: string) => String(Number(day.slice(0, 4)) - 1);

/** Weeks begin on Monday, as in the statistics. */
const daysOf: Readonly<Record<NamedPeriod, (today: string) => Period>> = {
  today: dayAlone,
  yesterday: (today) => dayAlone(daysBefore(today, 1)),
  dayBefore: (today) => dayAlone(daysBefore(today, 2)),
  thisWeek: (today) => ({ first: mondayOf(today), last: today }),
  lastWeek: (today) => ({ first: daysBefore(mondayOf(today), 7), last: daysBefore(mondayOf(today), 1) }),
  thisMonth: (today) => ({ first: firstOfMonth(today), last: today }),
  lastMonth: (today) => {
    const last = daysBefore(firstOfMonth(today), 1);
    return { first: firstOfMonth(last), last };
  },
  thisYear: (today) => ({ first: `${today.slice(0, 4)}-01-01`, last: today }),
  lastYear: (today) => ({ first: `${yearBefore(today)}-01-01`, last: `${yearBefore(today)}-12-31` }),
};

function monthOf(month: number, year: string | null, today: string): Period | null {
  const digits = String(month + 1).padStart(2, '0');
  const inThisYear = `${today.slice(0, 4)}-${digits}-01`;
  const first =
    year !== null
      ? `${year}-${digits}-01`
      : inThisYear <= today
        ? inThisYear
        : `${yearBefore(today)}-${digits}-01`;
  if (first > today) return null;
  const last = new Date(Date.UTC(Number(first.slice(0, 4)), month + 1, 0)).toISOString().slice(0, 10);
  return upTo(today, { first, last });
}

const named = Object.fromEntries(
  order.map((period) => [period, anyOf(periodWords.flatMap((language) => language[period]))]),
) as Readonly<Record<NamedPeriod, RegExp>>;

const namesIn = (kind: 'weekdays' | 'months') => {
  const languages = periodWords.map((language) => language[kind].split(' '));
  const count = languages[0]?.length ?? 0;
  return Array.from({ length: count }, (_, at) =>
    anyOf(
      languages.flatMap((names) => (names[at] ?? '').split('/')).map((name) => name.replaceAll('~', ' ')),
    ),
  );
};
const [weekdays, months] = [namesIn('weekdays'), namesIn('months')];

/** The last name that a text has: 十二月 contains 二月. */
const indexIn = (names: readonly RegExp[], words: string) => names.findLastIndex((name) => name.test(words));

/** When the period begins, and when the day after it does, by the reader's clock. */
export function momentsOf(
  { first, last }: Period,
  startOf: (day: string) => Date,
): { from: string; until: string } {
  return { from: startOf(first).toISOString(), until: startOf(daysBefore(last, -1)).toISOString() };
}

/** Words without those that name days. */
export function withoutPeriod(words: readonly string[]): string[] {
  return words.filter((word) => !isOfPeriod(word));
}

/** The folded words of a text without its names of days, weeks, months and years: "this week". */
export const withoutNamedPeriods = (text: string): string =>
  order.reduce((rest, period) => rest.replace(named[period], ' '), worded(text));

const allNames = periodWords.flatMap((language) => [
  ...order.flatMap((period) => language[period]),
  ...language.weekdays.split(/[ /~]/),
  ...language.months.split(/[ /~]/),
]);
const periodTokens = allNames.flatMap((name) => name.split(' ').map(foldWord));

function isOfPeriod(word: string): boolean {
  const folded = foldWord(word);
  if (/^20\d\d$/.test(folded)) return true;
  return periodTokens.some((token) =>
    token.endsWith('-')
      ? folded.startsWith(token.slice(0, -1))
      : unspacedPhrase.test(folded)
        ? token.includes(folded) || folded.includes(token)
        : token === folded,
  );
}

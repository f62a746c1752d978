import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';

/** A day of the reader's own calendar as 'YYYY-MM-DD'. */
export type Day = string;

/** Midnight of that day, where the reader is. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** By the calendar and not by 24 hours: a day may have 23 or 25. */
export function addDays(day: Day, count: number): Day {
  const date = dateOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** The first day of the week in which `day` lies. `firstDay`: 1 is Monday, 7 is Sunday. */
export function weekStart(day: Day, firstDay: number): Day {
  const back = (dateOf(day).getDay() - (firstDay % 7) + 7) % 7;
  return addDays(day, -back);
}

/** On which day a week begins where this language is spoken: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(language: string): number {
  // Not every engine has it yet, and TypeScript knows only one of its two names.
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

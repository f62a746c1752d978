import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';

/** A local date as 'YYYY-MM-DD'. */
export type Day = string;

/** Local midnight of that day. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** By calendar days, since a day may have 23 or 25 hours. */
export function addDays(day: Day, count: number): Day {
  const date = dateOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** @param month 'YYYY-MM' */
export function lastDayOfMonth(month: string): Day {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayOf(new Date(year, number, 0));
}

/** The first day of the week in which `day` lies. `firstDay`: 1 is Monday, 7 is Sunday. */
export function weekStart(day: Day, firstDay: number): Day {
  const back = (dateOf(day).getDay() - (firstDay % 7) + 7) % 7;
  return addDays(day, -back);
}

/** Monday everywhere, as the server counts weeks for the streak, goals and Rewards. */
export const firstDayOfWeek = 1;

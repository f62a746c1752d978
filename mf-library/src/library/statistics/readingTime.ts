import type { ReadingDay } from '@lectern/shared-contracts/api/sessions.ts';
import { dayOf, daysBefore, mondayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import { pagesOfDay } from '@lectern/shared-contracts/domain/sessions/readingDays.ts';
import type { Day } from '../../books/formats.ts';
import { daysOfRecord, type ReadingRecord } from './readingRecords.ts';

export interface ReadingTotals {
  /** Seconds, like every time below. */
  today: number;
  week: number;
  month: number;
  all: number;
  sessions: number;
  pages: number;
  average: number;
  longest: number;
  /** Pages per hour over sessions with counted pages; null without any. */
  pace: number | null;
}

/** What is summed: seconds or pages. */
export type Measure = 'seconds' | 'pages';

/** Seconds and pages read by day. */
export type AmountsByDay = Readonly<Record<Measure, ReadonlyMap<Day, number>>>;

/** Seconds by day, as the server counts them; a session over midnight is split. */
export const secondsByDay = remembered((records: readonly ReadingRecord[]) => summed(records, 'seconds'));

/**
 * Pages by day, as the server counts them.
 * @param onServer the server's figures, which include pages turned without a session
 */
export function pagesByDay(
  records: readonly ReadingRecord[],
  onServer: readonly ReadingDay[],
): ReadonlyMap<Day, number> {
  const days = new Map(sessionPagesByDay(records));
  for (const { day, pages } of onServer) days.set(day, pagesOfDay(days.get(day) ?? 0, pages));
  return days;
}

const sessionPagesByDay = remembered((records: readonly ReadingRecord[]) => summed(records, 'pages'));

function summed(records: readonly ReadingRecord[], measure: Measure): ReadonlyMap<Day, number> {
  const days = new Map<Day, number>();
  for (const record of records)
    for (const share of daysOfRecord(record))
      if (share[measure] > 0) days.set(share.day, (days.get(share.day) ?? 0) + share[measure]);
  return days;
}

export function readingTotals(
  records: readonly ReadingRecord[],
  pages: ReadonlyMap<Day, number>,
  now: Date,
): ReadingTotals {
  const today = dayOf(now);
  const week = mondayOf(today);
  const month = `${today.slice(0, 7)}-01`;
  const totals: ReadingTotals = { ...allTimeTotals(records), pages: 0, today: 0, week: 0, month: 0 };
  for (const amount of pages.values()) totals.pages += amount;
  for (const [day, seconds] of secondsByDay(records)) {
    if (day > today) continue;
    if (day === today) totals.today += seconds;
    if (day >= week) totals.week += seconds;
    if (day >= month) totals.month += seconds;
  }
  return totals;
}

/** Totals that do not depend on today's date. */
const allTimeTotals = remembered((records: readonly ReadingRecord[]) => {
  const totals = { all: 0, sessions: records.length, longest: 0 };
  let [counted, paged] = [0, 0];
  for (const { seconds, pages } of records) {
    totals.all += seconds;
    counted += pages;
    if (pages > 0) paged += seconds;
    totals.longest = Math.max(totals.longest, seconds);
  }
  return {
    ...totals,
    average: totals.sessions === 0 ? 0 : totals.all / totals.sessions,
    pace: paged > 0 ? counted / (paged / 3_600) : null,
  };
});

/** A period with its amount. */
export interface Bar {
  from: Day;
  /** Last day of the period. */
  to: Day;
  /** Seconds or pages, the unit of the days. */
  amount: number;
}

export type Period = 'days' | 'weeks' | 'months' | 'years';

/** This week by days, the last 12 weeks or 12 months, or all years, at most 20; oldest first. */
export function readingBars(days: ReadonlyMap<Day, number>, period: Period, now: Date): Bar[] {
  const monday = mondayOf(dayOf(now));
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const firstYear = Math.min(year, ...[...days.keys()].map((day) => Number(day.slice(0, 4))));
  /** The period that began so many of them ago. */
  const spanOf: Record<Period, (ago: number) => { from: Day; to: Day }> = {
    days: (ago) => ({ from: daysBefore(monday, ago - 6), to: daysBefore(monday, ago - 6) }),
    weeks: (ago) => ({ from: daysBefore(monday, 7 * ago), to: daysBefore(monday, 7 * ago - 6) }),
    months: (ago) => ({
      from: dayOf(new Date(year, month - ago, 1)),
      to: dayOf(new Date(year, month - ago + 1, 0)),
    }),
    years: (ago) => ({ from: `${year - ago}-01-01`, to: `${year - ago}-12-31` }),
  };
  const count = { days: 7, weeks: 12, months: 12, years: Math.min(20, year - firstYear + 1) }[period];
  const spans = Array.from({ length: count }, (_, index) => spanOf[period](count - 1 - index));
  return spans.map(({ from, to }) => {
    let amount = 0;
    for (const [day, read] of days) if (day >= from && day <= to) amount += read;
    return { from, to, amount };
  });
}

/** The days of the last 53 weeks up to today. */
export function yearOfDays(now: Date): Day[] {
  const today = dayOf(now);
  const length = 52 * 7 + ((now.getDay() + 6) % 7) + 1;
  return Array.from({ length }, (_, index) => daysBefore(today, length - 1 - index));
}

/** Intensity of a day: 0 for none, then 1-4 at 15, 30 and 60 minutes. */
export function dayLevel(seconds: number): 0 | 1 | 2 | 3 | 4 {
  const minutes = seconds / 60;
  if (minutes <= 0) return 0;
  if (minutes < 15) return 1;
  if (minutes < 30) return 2;
  return minutes < 60 ? 3 : 4;
}

const hour = 3_600;

/** Seconds read by local hour of the day. A session over several hours is split. */
export function hoursOfDay(records: readonly ReadingRecord[]): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const { startedAt, seconds } of records) {
    const start = new Date(startedAt);
    if (Number.isNaN(start.getTime())) continue;
    let at = start.getHours();
    let room = hour - (start.getMinutes() * 60 + start.getSeconds());
    // Longer than a day is a timer that was left running.
    let remaining = Math.min(seconds, 24 * hour);
    while (remaining > 0) {
      const here = Math.min(remaining, room);
      hours[at] = (hours[at] ?? 0) + here;
      remaining -= here;
      at = (at + 1) % 24;
      room = hour;
    }
  }
  return hours;
}

import type { ReadingRecord } from './readingRecords.ts';

const hour = 3_600;

/** Seconds read in each hour of the day, by the reader's own clock. A session that runs over an hour counts in both. */
export function hoursOfDay(records: readonly ReadingRecord[]): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const { startedAt, seconds } of records) {
    const start = new Date(startedAt);
    if (Number.isNaN(start.getTime())) continue;
    let at = start.getHours();
    let room = hour - (start.getMinutes() * 60 + start.getSeconds());
    // Nobody reads longer than a day; what is longer was a clock left running.
    let left = Math.min(seconds, 24 * hour);
    while (left > 0) {
      const here = Math.min(left, room);
      hours[at] = (hours[at] ?? 0) + here;
      left -= here;
      at = (at + 1) % 24;
      room = hour;
    }
  }
  return hours;
}

import type { ReadingRecord } from './readingRecords.ts';

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

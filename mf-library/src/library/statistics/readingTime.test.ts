/** @jest-environment node */

import type { ReadingRecord } from './readingRecords.ts';
import { dayLevel, pagesByDay, readingBars, readingTotals, secondsByDay, yearOfDays } from './readingTime.ts';

// A Wednesday.
const now = new Date(2026, 2, 4, 15, 0);
const read = (year: number, month: number, day: number, minutes: number, pages = 0): ReadingRecord => ({
  id: `${year}-${month}-${day}-${minutes}`,
  bookId: 'b1',
  bookTitle: 'Emma',
  startedAt: new Date(year, month - 1, day, 9, 0).toISOString(),
  seconds: minutes * 60,
  pages,
});

describe('what was read', () => {
  const records = [
    read(2026, 3, 4, 10, 3),
    read(2026, 3, 2, 20, 5),
    read(2026, 3, 1, 30),
    read(2026, 2, 20, 60, 9),
  ];

  test('[ST-01] by day, week, month and altogether, with pages and sessions', () => {
    expect(readingTotals(records, pagesByDay(records, []), now)).toEqual({
      // Pages per hour over sessions with counted pages; null without any.
      pace: expect.closeTo(11.33, 2),
      today: 600,
      week: 1_800,
      month: 3_600,
      all: 7_200,
      sessions: 4,
      pages: 17,
      average: 1_800,
      longest: 3_600,
    });
  });

  test('[M-10] what a device with a fast clock dates into the future is in no day, week or month yet', () => {
    const ahead = [...records, read(2026, 3, 5, 40), read(2026, 3, 31, 50), read(2026, 4, 1, 60)];
    expect(readingTotals(ahead, new Map(), now)).toMatchObject({ today: 600, week: 1_800, month: 3_600 });
  });

  test('[F-24] what was read over midnight counts on both days', () => {
    const late: ReadingRecord = {
      ...read(2026, 3, 3, 60, 12),
      startedAt: new Date(2026, 2, 3, 23, 30).toISOString(),
      endedAt: new Date(2026, 2, 4, 0, 30).toISOString(),
    };
    expect([...secondsByDay([late])]).toEqual([
      ['2026-03-03', 1_800],
      ['2026-03-04', 1_800],
    ]);
    expect(readingTotals([late], pagesByDay([late], []), now)).toMatchObject({ today: 1_800, pages: 12 });
  });

  test('[F-10] pages that the server knows of without a session are counted, and no page twice', () => {
    const counted = [
      { day: '2026-03-04', seconds: 600, pages: 133 },
      { day: '2026-03-02', seconds: 1_200, pages: 2 },
    ];
    const pages = pagesByDay(records, counted);
    expect(Object.fromEntries(pages)).toEqual({ '2026-03-04': 133, '2026-03-02': 5, '2026-02-20': 9 });
    expect(readingTotals(records, pages, now).pages).toBe(147);
  });

  test('nothing read is nothing, not a division by it', () => {
    expect(readingTotals([], new Map(), now).average).toBe(0);
  });

  test('[ST-01] this week has seven days, the last twelve weeks and months twelve bars', () => {
    const days = secondsByDay(records);
    const week = readingBars(days, 'days', now);
    expect(week.map(({ from }) => from)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
    ]);
    expect(week.map(({ amount }) => amount / 60)).toEqual([20, 0, 10, 0, 0, 0, 0]);
    expect(readingBars(days, 'weeks', now).at(-2)).toEqual({
      from: '2026-02-23',
      to: '2026-03-01',
      amount: 1_800,
    });
    const months = readingBars(days, 'months', now);
    expect([months.length, months[0]?.from, months.at(-1)]).toEqual([
      12,
      '2025-04-01',
      { from: '2026-03-01', to: '2026-03-31', amount: 3_600 },
    ]);
  });

  test('[ST-01] a year of days ends today', () => {
    const days = yearOfDays(now);
    expect([days.length, days[0], days.at(-1)]).toEqual([52 * 7 + 3, '2025-03-03', '2026-03-04']);
  });

  test.each([
    [0, 0],
    [1, 1],
    [14.9, 1],
    [15, 2],
    [30, 3],
    [60, 4],
    [600, 4],
  ])('%d minutes are drawn at level %d', (minutes, level) => {
    expect(dayLevel(minutes * 60)).toBe(level);
  });
});

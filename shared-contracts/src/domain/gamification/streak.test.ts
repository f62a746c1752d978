import fc from 'fast-check';
import type { FinishedSession } from '../sessions/readingSession.ts';
import { sessionStats } from '../sessions/sessionStats.ts';
import { dayOf, daysBefore, STREAK_LOOKBACK_DAYS, streakBy, streakOf } from './streak.ts';

const today = '2026-03-10';
const ago = (...days: number[]) => days.map((day) => daysBefore(today, day));

describe('the streak', () => {
  it.each([
    ['nothing read', [], 0],
    ['today', [0], 1],
    ['yesterday: still alive', [1], 1],
    ['the day before yesterday: over', [2], 0],
    ['three days in a row', [0, 1, 2], 3],
    ['three days, not yet today', [1, 2, 3], 3],
    ['a gap', [0, 1, 3, 4], 2],
    ['twice a day', [0, 0, 1, 1], 2],
  ])('[GM-05] %s', (_, days, expected) => expect(streakOf(ago(...days), today)).toBe(expected));

  it('[GM-05] looks back 30 days and no further', () => {
    const days = Array.from({ length: 400 }, (_, day) => day);
    expect(streakOf(ago(...days), today)).toBe(STREAK_LOOKBACK_DAYS);
  });

  it('[GM-05] is the length of the run that ends today or yesterday', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (days) => {
        const start = days.includes(0) ? 0 : 1;
        let length = 0;
        while (days.includes(start + length)) length += 1;
        expect(streakOf(ago(...days), today)).toBe(Math.min(STREAK_LOOKBACK_DAYS, length));
      }),
    );
  });

  it('knows days where the reader is', () => {
    const moment = new Date('2026-03-10T23:30:00.000Z');
    expect(dayOf(moment, 'UTC')).toBe('2026-03-10');
    expect(dayOf(moment, 'Pacific/Auckland')).toBe('2026-03-11');
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
  });

  it('knows the day of this machine as that of its time zone', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const moments = fc.date({
      min: new Date('1000-01-02'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(moments, (moment) => expect(dayOf(moment)).toBe(dayOf(moment, timeZone))));
  });
});

describe('session stats', () => {
  const session = (endTime: string, totalSeconds: number, pagesRead: number) =>
    ({ endTime, totalSeconds, pagesRead, duration: Math.floor(totalSeconds / 60) }) as FinishedSession;

  it('[RS-05] are totals over the history', () => {
    const history = [
      session('2026-03-10T08:00:00.000Z', 1_800, 20),
      session('2026-03-09T08:00:00.000Z', 90, 1),
      session('2026-03-09T09:00:00.000Z', 90, 2),
    ];
    expect(sessionStats(history, new Date('2026-03-10T12:00:00.000Z'), 'UTC')).toEqual({
      totalSessions: 3,
      totalMinutes: 33,
      totalPages: 23,
      streak: 2,
      averageSessionLength: 11,
    });
    expect(sessionStats([], new Date(), 'UTC')).toEqual({
      totalSessions: 0,
      totalMinutes: 0,
      totalPages: 0,
      streak: 0,
      averageSessionLength: 0,
    });
  });
});

describe('a streak by the reader’s own rule', () => {
  const today = '2026-03-11'; // A Wednesday.
  const back = (...counts: number[]) => counts.map((count) => daysBefore(today, count));
  const rest = { kind: 'daily', restDay: true } as const;

  it.each([
    ['nothing read', [], 0, []],
    ['a rest is no beginning', [2], 1, [1]],
    ['one rest in this week', [0, 2], 2, [1]],
    ['two missed days in one week end it', [0, 3, 4], 1, []],
    ['one in each week', [0, 2, 3, 5, 6], 5, [1, 4]],
    ['a second one in a week, though not the next day, ends it', [0, 1, 2, 3, 5, 7], 5, [4]],
    ['Sunday and Monday are two weeks’, but one gap', [0, 1, 4], 2, []],
  ])('with a rest day: %s', (_, days, length, rested) => {
    expect(streakBy(rest, back(...days), today)).toEqual({ length, rested: back(...rested) });
  });

  it('without one is the streak of the specification', () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 });
    fc.assert(
      fc.property(days, (counts) => {
        expect(streakBy({ kind: 'daily', restDay: false }, back(...counts), today).length).toBe(
          streakOf(back(...counts), today),
        );
        expect(streakBy(rest, back(...counts), today).length).toBeGreaterThanOrEqual(
          streakOf(back(...counts), today),
        );
      }),
    );
  });

  it.each([
    [[0], 1],
    [[2, 9, 16], 3],
    [[3], 1],
    [[10], 0],
    [[0, 14], 1],
  ])('weekly, read %j days ago: %i', (days, length) => {
    expect(streakBy({ kind: 'weekly', restDay: false }, back(...days), today).length).toBe(length);
  });
});

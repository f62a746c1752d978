import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  daysBefore,
  STREAK_LOOKBACK_DAYS,
  streakOf,
} from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { localTime } from '../src/library/gamification/userCalendar.ts';
import fc from './support/fastCheck.ts';

/**
 * Time zones that change clocks in spring and autumn, in the southern hemisphere, at midnight, by half an hour, or
 * never.
 */
const zone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
);
/** After 2011-12-30, which Apia skipped: in such a week one day does not exist. */
const day = fc
  .integer({ min: 0, max: 365 * 20 })
  .map((n) => new Date(Date.UTC(2012, 1, 3 + n)).toISOString().slice(0, 10));
const hour = 3_600_000;

describe('a local calendar day', () => {
  test('[GM-05] begins on that day, and the moment before belongs to the previous one', () => {
    fc.assert(
      fc.property(zone, day, (name, wanted) => {
        const there = localTime(name);
        const start = there.startOf(wanted);
        assert.equal(there.day(start), wanted);
        assert.equal(there.day(new Date(start.getTime() - 1_000)), daysBefore(wanted, 1));
        const length = there.startOf(daysBefore(wanted, -1)).getTime() - start.getTime();
        assert.ok(length >= 23 * hour && length <= 25 * hour, `${name} ${wanted}: ${length / hour} hours`);
      }),
    );
  });
});

describe('a streak', () => {
  test('[GM-05] of one reading a day, at any hour, is not broken by changes of the clock', () => {
    fc.assert(
      fc.property(
        zone,
        day,
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 29 }),
        (name, today, hours) => {
          const there = localTime(name);
          const read = hours.map((share, ago) => {
            const start = there.startOf(daysBefore(today, ago)).getTime();
            const end = there.startOf(daysBefore(today, ago - 1)).getTime();
            return new Date(start + Math.floor(share * (end - start)));
          });
          const days = read.map((moment) => there.day(moment));
          assert.equal(streakOf(days, today), hours.length);
          // A streak does not end today without reading, but it does when yesterday had none either.
          assert.equal(streakOf(days, daysBefore(today, -1)), hours.length);
          assert.equal(streakOf(days, daysBefore(today, -2)), 0);
        },
      ),
    );
  });

  test('[GM-05] has the same length at any hour of the day, and never more than the days with reading', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 60 * 24 * 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(zone, day, moments, (name, today, minutes) => {
        const there = localTime(name);
        const now = there.startOf(today).getTime();
        const days = minutes.map((ago) => there.day(new Date(now - ago * 60_000)));
        const streak = streakOf(days, today);
        assert.ok(streak <= Math.min(new Set(days).size, STREAK_LOOKBACK_DAYS));
        assert.equal(streakOf([...days, ...days].reverse(), today), streak);
      }),
    );
  });
});

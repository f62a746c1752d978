import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone, localTime } from '../src/library/gamification/userCalendar.ts';

test('local time in any zone, across changes of the clock', () => {
  for (const [zone, moment, wall] of [
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00'],
    ['Pacific/Kiritimati', '2026-01-01T12:00:00Z', '2026-01-02T02:00:00'],
    ['no such place', '2026-01-01T12:00:00Z', '2026-01-01T12:00:00'],
  ] as const)
    assert.equal(localTime(zone).wall(moment), wall);
  assert.deepEqual(['Europe/Berlin', 'UTC', '', 'no such place', '../etc'].map(isTimeZone), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('every day begins when the previous one ends', () => {
  for (const zone of [
    'Europe/Berlin',
    'America/Los_Angeles',
    'America/Santiago',
    'Africa/Cairo',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Australia/Lord_Howe',
    'UTC',
  ]) {
    const { day, startOf } = localTime(zone);
    for (let n = 0; n < 366; n += 1) {
      const date = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
      const start = startOf(date);
      assert.equal(day(start), date, `${zone} ${date}`);
      assert.ok(day(new Date(start.getTime() - 1_000)) < date, `${zone} ${date}`);
    }
  }
});

/** @jest-environment node */
import { localMoment, sessionByHand } from './sessionByHand.ts';

const now = new Date(2026, 2, 4, 15, 0);

test('a session that ended before now is taken', () => {
  const started = localMoment(new Date(2026, 2, 4, 14, 0));
  expect(started).toBe('2026-03-04T14:00');
  expect(sessionByHand({ started, minutes: 45, pages: 12, now })).toEqual({
    session: {
      started_at: new Date(2026, 2, 4, 14, 0).toISOString(),
      ended_at: new Date(2026, 2, 4, 14, 45).toISOString(),
      seconds: 2_700,
      pagesRead: 12,
    },
    problem: null,
  });
});

test.each([
  ['2026-03-04T14:30', 45, 'future'],
  ['2026-03-04T14:00', 0, 'length'],
  ['2026-03-01T14:00', 1_441, 'length'],
  ['', 30, 'moment'],
])('began %p, %d minutes: refused for its %s', (started, minutes, problem) => {
  expect(sessionByHand({ started, minutes, pages: 0, now })).toEqual({ session: null, problem });
});

import fc from 'fast-check';
import { defaultGoal, type GoalType, goalState, periodOf } from './goals.ts';

describe('goals', () => {
  it('[GM-04] begin with reading 30 minutes a day, worth 50', () => {
    expect(defaultGoal).toMatchObject({ type: 'daily', unit: 'minutes', target: 30, reward: 50 });
  });

  it.each<[GoalType, string, string | null, string | null]>([
    ['daily', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['weekly', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['weekly', '2026-03-02', '2026-03-02', '2026-03-08'],
    ['monthly', '2026-02-11', '2026-02-01', '2026-02-28'],
    ['monthly', '2028-02-11', '2028-02-01', '2028-02-29'],
    ['monthly', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['once', '2026-03-01', null, null],
  ])('a %s goal on %s counts from %s to %s', (type, today, first, last) => {
    expect(periodOf(type, today)).toEqual(first === null ? null : { first, last });
  });

  it.each([
    ['short of its target', { target: 30, current: 29, deadline: null, completedAt: null }, 'open'],
    ['at its target', { target: 30, current: 30, deadline: null, completedAt: null }, 'reached'],
    [
      'past its deadline',
      { target: 30, current: 29, deadline: '2026-03-01T00:00:00Z', completedAt: null },
      'missed',
    ],
    [
      'met too late',
      { target: 30, current: 40, deadline: '2026-03-01T00:00:00Z', completedAt: null },
      'missed',
    ],
    [
      'reached before its deadline passed',
      { target: 30, current: 0, deadline: '2026-03-01T00:00:00Z', completedAt: '2026-02-01T00:00:00Z' },
      'reached',
    ],
  ])('[GM-04] one %s', (_case, goal, state) => {
    expect(goalState(goal, new Date('2026-03-02T12:00:00Z'))).toBe(state);
  });

  it('is open until the very end of its deadline', () => {
    const goal = { target: 30, current: 0, deadline: '2026-03-01T00:00:00Z', completedAt: null };
    expect(goalState(goal, new Date('2026-03-01T00:00:00Z'))).toBe('open');
    expect(goalState(goal, new Date('2026-03-01T00:00:00.001Z'))).toBe('missed');
  });

  it('a period always holds its day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<GoalType>('daily', 'weekly', 'monthly'),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        (type, date) => {
          const today = date.toISOString().slice(0, 10);
          const period = periodOf(type, today);
          expect(period && period.first <= today && today <= period.last).toBe(true);
        },
      ),
    );
  });
});

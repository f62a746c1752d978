import fc from 'fast-check';
import { isPaidAction, paidActions, pointsFor, pointsRules, ruleOf } from './points.ts';

describe('points', () => {
  it.each([
    ['book_uploaded', 25],
    ['reading_session_started', 5],
    ['reading_session_completed', 10],
    ['page_read', 1],
    ['note_created', 15],
    ['highlight_created', 10],
    ['book_completed', 100],
    ['daily_login', 10],
    ['daily_checkin', 10],
    ['library_visited', 5],
  ] as const)('[GM-01] set A pays %s %i points', (action, points) => {
    expect(pointsFor(action, 1, 0)).toBe(points);
  });

  it.each([
    ['write_review', 25],
    ['favorite', 5],
    ['share_recommendation', 15],
    ['join_club_discussion', 20],
  ] as const)('what set A lacks is paid as set B says: %s %i points', (action, points) => {
    expect(pointsFor(action, 1, 0)).toBe(points);
  });

  it('pays no more credits in a day than the rule allows', () => {
    expect(pointsFor('page_read', 600, 0)).toBe(500);
    expect(pointsFor('page_read', 10, 495)).toBe(5);
    expect(pointsFor('note_created', 1, 50)).toBe(0);
  });

  it('knows no action but those of the table', () => {
    expect(isPaidAction('page_read')).toBe(true);
    for (const action of ['', 'toString', '__proto__', 'hack', 'PAGE_READ'])
      expect(isPaidAction(action)).toBe(false);
  });

  it('never pays less than nothing, nor beyond the day’s limit, whatever is asked', () => {
    const anyNumber = fc.oneof(fc.integer(), fc.double());
    fc.assert(
      fc.property(fc.constantFrom(...paidActions), anyNumber, fc.nat(), (action, wanted, already) => {
        const paid = pointsFor(action, wanted, already);
        const { points, perDay } = ruleOf(action);
        expect(paid).toBeGreaterThanOrEqual(0);
        expect(paid % points).toBe(0);
        if (perDay !== null) expect(paid).toBeLessThanOrEqual(points * perDay);
      }),
    );
  });

  it('has a label for every action, each its own', () => {
    const labels = Object.values(pointsRules).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.every((label) => label.trim().length > 0)).toBe(true);
  });
});

import fc from 'fast-check';
import { type AchievementFacts, achievementRules, isEarned, progressTowards } from './achievements.ts';

const nothing: AchievementFacts = {
  booksUploaded: 0,
  booksCompleted: 0,
  notes: 0,
  highlights: 0,
  longestSession: 0,
  mostPagesInASession: 0,
  longestStreak: 0,
  earlySessions: 0,
  lateSessions: 0,
};

type Row = [id: string, points: number, notYet: Partial<AchievementFacts>, earned: Partial<AchievementFacts>];
const table: Row[] = [
  ['first_book', 50, {}, { booksUploaded: 1 }],
  ['bookworm', 200, { booksUploaded: 9 }, { booksUploaded: 10 }],
  ['collector', 500, { booksUploaded: 24 }, { booksUploaded: 25 }],
  ['librarian', 1_000, { booksUploaded: 49 }, { booksUploaded: 50 }],
  ['early_bird', 75, { lateSessions: 3 }, { earlySessions: 1 }],
  ['night_owl', 75, { earlySessions: 3 }, { lateSessions: 1 }],
  ['speed_reader', 150, { mostPagesInASession: 99 }, { mostPagesInASession: 100 }],
  ['marathon_reader', 200, { longestSession: 7_199 }, { longestSession: 7_200 }],
  ['streak_3', 100, { longestStreak: 2 }, { longestStreak: 3 }],
  ['streak_7', 250, { longestStreak: 6 }, { longestStreak: 7 }],
  ['streak_30', 1_000, { longestStreak: 29 }, { longestStreak: 30 }],
  ['note_taker', 150, { notes: 9 }, { notes: 10 }],
  ['highlighter', 200, { highlights: 24 }, { highlights: 25 }],
  ['finisher', 100, {}, { booksCompleted: 1 }],
  ['completionist', 500, { booksCompleted: 9 }, { booksCompleted: 10 }],
];

describe('achievements', () => {
  it('[GM-03] are fifteen, in the order of the specification', () => {
    expect(achievementRules.map(({ id }) => id)).toEqual(table.map(([id]) => id));
  });

  it.each(table)(
    '[GM-03] %s is worth %i points, is not earned by %j and is earned by %j',
    (id, points, notYet, earned) => {
      const rule = achievementRules.find((candidate) => candidate.id === id);
      if (!rule) throw new Error(`no rule ${id}`);
      expect(rule.points).toBe(points);
      expect(isEarned(rule, { ...nothing, ...notYet })).toBe(false);
      expect(isEarned(rule, { ...nothing, ...earned })).toBe(true);
    },
  );

  it('are never lost by having done more', () => {
    const facts = fc.record(Object.fromEntries(Object.keys(nothing).map((key) => [key, fc.nat(20_000)])));
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const less = { ...nothing, ...a } as AchievementFacts;
        const more = Object.fromEntries(
          Object.entries(less).map(([key, value]) => [key, value + (b[key] ?? 0)]),
        ) as unknown as AchievementFacts;
        for (const rule of achievementRules) {
          expect(!isEarned(rule, less) || isEarned(rule, more)).toBe(true);
          expect(progressTowards(rule, less)).toBeLessThanOrEqual(rule.target);
          expect(progressTowards(rule, less) === rule.target).toBe(isEarned(rule, less));
        }
      }),
    );
  });
});

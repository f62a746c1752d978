/** The fifteen achievements: points, and the count that must reach a target. */

import { text } from '../text.ts';

/** Facts about a user, computed from the database; the only input of the rules below. */
export interface AchievementFacts {
  booksUploaded: number;
  booksCompleted: number;
  notes: number;
  highlights: number;
  /** Seconds. */
  longestSession: number;
  mostPagesInASession: number;
  /** Longest run of local days with a reading session. */
  longestStreak: number;
  /** Sessions with reading before 8 a.m. local time. */
  earlySessions: number;
  /** Sessions with reading after 10 p.m. local time. */
  lateSessions: number;
}

export interface AchievementRule {
  id: string;
  title: string;
  /** The condition as text. */
  description: string;
  points: number;
  /** Name of the icon. */
  icon: string;
  /** The required `count`. */
  target: number;
  count(facts: AchievementFacts): number;
}

/** The achievements for one fact, in display order. */
const earnedBy = <const Id extends string>(
  count: (facts: AchievementFacts) => number,
  ...rules: readonly [
    id: Id,
    title: string,
    description: string,
    points: number,
    icon: string,
    target: number,
  ][]
) =>
  rules.map(([id, title, description, points, icon, target]) => ({
    id,
    title,
    description,
    points,
    icon,
    target,
    count,
  }));

export const achievementRules = [
  ...earnedBy(
    (facts) => facts.booksUploaded,
    ['first_book', text('First Book'), text('Upload your first book'), 50, 'book', 1],
    ['bookworm', text('Bookworm'), text('Upload 10 books'), 200, 'worm', 10],
    ['collector', text('Collector'), text('Upload 25 books'), 500, 'shelf', 25],
    ['librarian', text('Librarian'), text('Upload 50 books'), 1_000, 'library', 50],
  ),
  ...earnedBy(
    (facts) => facts.earlySessions,
    ['early_bird', text('Early Bird'), text('Read before 8 AM'), 75, 'sun', 1],
  ),
  ...earnedBy(
    (facts) => facts.lateSessions,
    ['night_owl', text('Night Owl'), text('Read after 10 PM'), 75, 'moon', 1],
  ),
  ...earnedBy(
    (facts) => facts.mostPagesInASession,
    ['speed_reader', text('Speed Reader'), text('Read 100 pages in one session'), 150, 'quill', 100],
  ),
  ...earnedBy(
    (facts) => Math.floor(facts.longestSession / 60),
    [
      'marathon_reader',
      text('Marathon Reader'),
      text('Read for 2 hours in one session'),
      200,
      'hourglass',
      120,
    ],
  ),
  ...earnedBy(
    (facts) => facts.longestStreak,
    ['streak_3', text('Three in a Row'), text('Read on 3 days in a row'), 100, 'candle', 3],
    ['streak_7', text('A Full Week'), text('Read on 7 days in a row'), 250, 'lamp', 7],
    ['streak_30', text('A Month of Reading'), text('Read on 30 days in a row'), 1_000, 'calendar', 30],
  ),
  ...earnedBy(
    (facts) => facts.notes,
    ['note_taker', text('Note Taker'), text('Write 10 notes'), 150, 'inkwell', 10],
  ),
  ...earnedBy(
    (facts) => facts.highlights,
    ['highlighter', text('Highlighter'), text('Highlight 25 passages'), 200, 'ribbon', 25],
  ),
  ...earnedBy(
    (facts) => facts.booksCompleted,
    ['finisher', text('Finisher'), text('Finish your first book'), 100, 'laurel', 1],
    ['completionist', text('Completionist'), text('Finish 10 books'), 500, 'crown', 10],
  ),
] satisfies readonly AchievementRule[];

export function isEarned(rule: AchievementRule, facts: AchievementFacts): boolean {
  return rule.count(facts) >= rule.target;
}

/** Progress capped at the target, as in '7 of 10'. */
export function progressTowards(rule: AchievementRule, facts: AchievementFacts): number {
  return Math.max(0, Math.min(rule.target, rule.count(facts)));
}

/** The fifteen achievements: what each is paid, and when it is earned, as a count that must reach a target. */

/** What is known of a reader from the store; the conditions below are predicates over this and nothing else. */
export interface AchievementFacts {
  booksUploaded: number;
  booksCompleted: number;
  notes: number;
  highlights: number;
  /** Seconds. */
  longestSession: number;
  mostPagesInASession: number;
  /** Most local days in a row with a reading session. */
  longestStreak: number;
  /** Sessions during which it was before eight in the morning, by the reader's clock. */
  earlySessions: number;
  /** Sessions during which it was after ten at night. */
  lateSessions: number;
}

export interface AchievementRule {
  id: string;
  title: string;
  /** The condition, in words. */
  description: string;
  points: number;
  /** Name of the drawing. */
  icon: string;
  /** What `count` must reach. */
  target: number;
  count(facts: AchievementFacts): number;
}

const twoHours = 2 * 60;

export const achievementRules = [
  earn('first_book', 'First Book', 'Upload your first book', 50, 'book', 1, (facts) => facts.booksUploaded),
  earn('bookworm', 'Bookworm', 'Upload 10 books', 200, 'worm', 10, (facts) => facts.booksUploaded),
  earn('collector', 'Collector', 'Upload 25 books', 500, 'shelf', 25, (facts) => facts.booksUploaded),
  earn('librarian', 'Librarian', 'Upload 50 books', 1_000, 'library', 50, (facts) => facts.booksUploaded),
  earn('early_bird', 'Early Bird', 'Read before 8 AM', 75, 'sun', 1, (facts) => facts.earlySessions),
  earn('night_owl', 'Night Owl', 'Read after 10 PM', 75, 'moon', 1, (facts) => facts.lateSessions),
  earn(
    'speed_reader',
    'Speed Reader',
    'Read 100 pages in one session',
    150,
    'quill',
    100,
    (facts) => facts.mostPagesInASession,
  ),
  earn(
    'marathon_reader',
    'Marathon Reader',
    'Read for 2 hours in one session',
    200,
    'hourglass',
    twoHours,
    (facts) => Math.floor(facts.longestSession / 60),
  ),
  earn(
    'streak_3',
    'Three in a Row',
    'Read on 3 days in a row',
    100,
    'candle',
    3,
    (facts) => facts.longestStreak,
  ),
  earn('streak_7', 'A Full Week', 'Read on 7 days in a row', 250, 'lamp', 7, (facts) => facts.longestStreak),
  earn(
    'streak_30',
    'A Month of Reading',
    'Read on 30 days in a row',
    1_000,
    'calendar',
    30,
    (facts) => facts.longestStreak,
  ),
  earn('note_taker', 'Note Taker', 'Write 10 notes', 150, 'inkwell', 10, (facts) => facts.notes),
  earn('highlighter', 'Highlighter', 'Highlight 25 passages', 200, 'ribbon', 25, (facts) => facts.highlights),
  earn('finisher', 'Finisher', 'Finish your first book', 100, 'laurel', 1, (facts) => facts.booksCompleted),
  earn(
    'completionist',
    'Completionist',
    'Finish 10 books',
    500,
    'crown',
    10,
    (facts) => facts.booksCompleted,
  ),
] as const satisfies readonly AchievementRule[];

export function isEarned(rule: AchievementRule, facts: AchievementFacts): boolean {
  return rule.count(facts) >= rule.target;
}

/** How far, never beyond the target: what is shown as '7 of 10'. */
export function progressTowards(rule: AchievementRule, facts: AchievementFacts): number {
  return Math.max(0, Math.min(rule.target, rule.count(facts)));
}

function earn<const Id extends string>(
  id: Id,
  title: string,
  description: string,
  points: number,
  icon: string,
  target: number,
  count: (facts: AchievementFacts) => number,
) {
  return { id, title, description, points, icon, target, count };
}

import {
  Id,
  IdParams,
  listOf,
  Nullable,
  nothing,
  pageOf,
  pageQuery,
  route,
  Text,
  Timestamp,
} from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

export const GamificationStats = Type.Object({
  totalPoints: Type.Integer(),
  level: Type.Integer(),
  booksRead: Type.Integer(),
  pagesRead: Type.Integer(),
  /** Minutes, like every time below. */
  totalReadingTime: Type.Integer(),
  /** Days. */
  readingStreak: Type.Integer(),
  notesCreated: Type.Integer(),
  highlightsCreated: Type.Integer(),
  booksCompleted: Type.Integer(),
  todayReadingTime: Type.Integer(),
  weeklyReadingTime: Type.Integer(),
  monthlyReadingTime: Type.Integer(),
  averageSessionDuration: Type.Number(),
});
export type GamificationStats = Static<typeof GamificationStats>;

export const Achievement = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  points: Type.Integer(),
  icon: Type.String(),
  unlockedAt: Nullable(Timestamp),
  /** Progress: count / target. */
  progress: Type.Number(),
  target: Type.Number(),
});
export type Achievement = Static<typeof Achievement>;

export const Goal = Type.Object({
  id: Id,
  title: Text(200),
  description: Text(1_000),
  type: OneOf('daily', 'weekly', 'monthly', 'once'),
  /** Unit of the goal. */
  unit: OneOf('minutes', 'pages', 'books'),
  target: Type.Number({ minimum: 1, maximum: 1_000_000 }),
  current: Type.Number(),
  reward: Type.Integer(),
  deadline: Nullable(Timestamp),
  createdAt: Timestamp,
  completedAt: Nullable(Timestamp),
});
export type Goal = Static<typeof Goal>;

/** A ledger entry. */
export const PointsEntry = Type.Object({
  id: Id,
  action: Type.String(),
  /** Identifies the event: an achievement, a goal and its period, a session, or a day. */
  event: Type.Optional(Type.String()),
  /** The user's local day, yyyy-mm-dd. */
  day: Type.Optional(Nullable(Type.String())),
  points: Type.Integer(),
  book_id: Nullable(Id),
  created_at: Timestamp,
});
export type PointsEntry = Static<typeof PointsEntry>;

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** What the user wants to see. Counting continues in any case, so that nothing is missed while it is hidden. */
export const GamificationSettings = Type.Object({
  points: Type.Boolean(),
  achievements: Type.Boolean(),
  goals: Type.Boolean(),
  streak: Type.Boolean(),
  /** Announces unlocked achievements. */
  celebrations: Type.Boolean(),
  weeklySummary: Type.Boolean(),
  /** Shows level, points and streak in the header. */
  header: Type.Boolean(),
  streakKind: OneOf('daily', 'weekly'),
  /** One missed day a week does not end a daily streak. */
  restDay: Type.Boolean(),
  /** Whether the introduction was shown, on any device. */
  introduced: Type.Boolean(),
  /** When the latest achievement was unlocked that a device has announced (ISO 8601), or ''. */
  announcedUntil: Type.String({ maxLength: 30 }),
});
export type GamificationSettings = Static<typeof GamificationSettings>;

/** A day of the calendar, and why it counted. */
export const StreakDay = Type.Object({
  day: Day,
  state: OneOf('read', 'rest', 'none'),
  minutes: Type.Integer(),
  sessions: Type.Integer(),
  /** Manually added sessions. */
  byHand: Type.Integer(),
  /** Titles read, longest reading first; at most three. */
  books: Type.Array(Type.String()),
});
export type StreakDay = Static<typeof StreakDay>;

/** A calendar week, Monday to Sunday. */
export const WeekSummary = Type.Object({
  first: Day,
  last: Day,
  minutes: Type.Integer(),
  /** Days with reading. */
  days: Type.Integer(),
  sessions: Type.Integer(),
  pages: Type.Integer(),
  points: Type.Integer(),
  notes: Type.Integer(),
  highlights: Type.Integer(),
  booksCompleted: Type.Integer(),
  books: Type.Array(Type.Object({ title: Type.String(), minutes: Type.Integer() })),
});
export type WeekSummary = Static<typeof WeekSummary>;

export const gamificationRoutes = {
  'GET /api/gamification/stats': route('user', 'Totals', { response: GamificationStats }),
  'GET /api/gamification/achievements': route('user', 'All fifteen achievements, earned or not', {
    response: Type.Object({ items: Type.Array(Achievement) }),
  }),
  'GET /api/gamification/goals': route('user', 'Goals', listOf(Goal)),
  'GET /api/gamification/history': route('user', 'What was earned for what, newest first', {
    query: Type.Object(pageQuery({ usual: 50, most: 200 })),
    response: pageOf(PointsEntry),
  }),
  'GET /api/gamification/settings': route('user', 'Which parts are shown, and how the streak is counted', {
    response: GamificationSettings,
  }),
  'PUT /api/gamification/settings': route('user', 'Turn parts on and off', {
    body: Type.Partial(GamificationSettings, { additionalProperties: false }),
    response: GamificationSettings,
  }),
  'GET /api/gamification/streak': route(
    'user',
    'The streak, and the last days with what made each of them count',
    {
      query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 371, default: 42 })) }),
      response: Type.Object({
        kind: GamificationSettings.properties.streakKind,
        restDay: Type.Boolean(),
        /** Length in days or weeks. */
        length: Type.Integer(),
        today: Day,
        /** This week's rest day has been used. */
        restSpent: Type.Boolean(),
        days: Type.Array(StreakDay),
      }),
    },
  ),
  'GET /api/gamification/week': route(
    'user',
    'A calendar week of reading; 0 is this week, 1 the one before',
    {
      query: Type.Object({ ago: Type.Optional(Type.Integer({ minimum: 0, maximum: 520, default: 0 })) }),
      response: WeekSummary,
    },
  ),
  'POST /api/gamification/actions': route(
    'user',
    'Say that something happened; the server credits only what it can see for itself',
    {
      body: Type.Object({
        action: Text(60),
        data: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
        timestamp: Timestamp,
      }),
      response: Type.Object({
        credited: Type.Integer(),
        stats: GamificationStats,
        unlocked: Type.Array(Achievement),
      }),
    },
  ),
  'POST /api/gamification/goals': route('user', 'Set a goal', {
    body: Type.Object({
      id: Type.Optional(Id),
      title: Type.String({ minLength: 1, maxLength: 200 }),
      description: Type.Optional(Text(1_000)),
      type: Goal.properties.type,
      unit: Type.Optional(Goal.properties.unit),
      target: Goal.properties.target,
      deadline: Type.Optional(Nullable(Timestamp)),
      /** Set by the server, whatever is sent. */
      reward: Type.Optional(Type.Integer()),
      /** When it was set, if offline; it counts from then on. */
      created_at: Type.Optional(Timestamp),
    }),
    status: 201,
    response: Goal,
  }),
  'PUT /api/gamification/goals/:id': route(
    'user',
    'Ask for a goal to be counted again; answers with what the server counts, whatever is sent',
    {
      params: IdParams,
      body: Type.Object({ progress: Type.Number({ minimum: 0 }) }),
      response: Goal,
    },
  ),
  'DELETE /api/gamification/goals/:id': route('user', 'Give up a goal of one’s own; the default one stays', {
    params: IdParams,
    ...nothing,
  }),
};

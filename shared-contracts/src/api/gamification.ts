import { type Static, Type } from 'typebox';
import { Id, IdParams, NoContent, Nullable, route, Text, Timestamp } from './route.ts';

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
  /** How far towards it: count of target. */
  progress: Type.Number(),
  target: Type.Number(),
});
export type Achievement = Static<typeof Achievement>;

export const Goal = Type.Object({
  id: Id,
  title: Text(200),
  description: Text(1_000),
  type: Type.Union([
    Type.Literal('daily'),
    Type.Literal('weekly'),
    Type.Literal('monthly'),
    Type.Literal('once'),
  ]),
  /** What is counted. */
  unit: Type.Union([Type.Literal('minutes'), Type.Literal('pages'), Type.Literal('books')]),
  target: Type.Number({ minimum: 1, maximum: 1_000_000 }),
  current: Type.Number(),
  reward: Type.Integer(),
  deadline: Nullable(Timestamp),
  createdAt: Timestamp,
  completedAt: Nullable(Timestamp),
});
export type Goal = Static<typeof Goal>;

/** One line of what was earned for what. */
export const PointsEntry = Type.Object({
  id: Id,
  action: Type.String(),
  points: Type.Integer(),
  book_id: Nullable(Id),
  created_at: Timestamp,
});
export type PointsEntry = Static<typeof PointsEntry>;

export const gamificationRoutes = {
  'GET /api/gamification/stats': route({ summary: 'Totals', access: 'user', response: GamificationStats }),
  'GET /api/gamification/achievements': route({
    summary: 'All fifteen achievements, earned or not',
    access: 'user',
    response: Type.Object({ items: Type.Array(Achievement) }),
  }),
  'GET /api/gamification/goals': route({
    summary: 'Goals',
    access: 'user',
    response: Type.Object({ items: Type.Array(Goal) }),
  }),
  'GET /api/gamification/history': route({
    summary: 'What was earned for what, newest first',
    access: 'user',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })) }),
    response: Type.Object({ items: Type.Array(PointsEntry) }),
  }),
  'POST /api/gamification/actions': route({
    summary: 'Say that something happened; the server credits only what it can see for itself',
    access: 'user',
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
  }),
  'POST /api/gamification/goals': route({
    summary: 'Set a goal',
    access: 'user',
    body: Type.Object({
      id: Type.Optional(Id),
      title: Type.String({ minLength: 1, maxLength: 200 }),
      description: Type.Optional(Text(1_000)),
      type: Goal.properties.type,
      unit: Type.Optional(Goal.properties.unit),
      target: Goal.properties.target,
      deadline: Type.Optional(Nullable(Timestamp)),
    }),
    status: 201,
    response: Goal,
  }),
  'PUT /api/gamification/goals/:id': route({
    summary: 'Ask for a goal to be counted again; the server’s own count wins over the client’s',
    access: 'user',
    params: IdParams,
    body: Type.Object({ progress: Type.Number({ minimum: 0 }) }),
    response: Goal,
  }),
  'DELETE /api/gamification/goals/:id': route({
    summary: 'Give up a goal of one’s own; the default one stays',
    access: 'user',
    params: IdParams,
    status: 204,
    response: NoContent,
  }),
};

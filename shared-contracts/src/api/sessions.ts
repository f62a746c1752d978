import { type Static, Type } from 'typebox';
import { Position } from './locator.ts';
import { Id, IdParams, Nullable, route, Text, Timestamp } from './route.ts';

export const ReadingSession = Type.Object({
  id: Id,
  book_id: Id,
  book_title: Type.String(),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  /** Seconds of reading, pauses not counted. */
  seconds: Type.Integer(),
  start_page: Type.Integer(),
  end_page: Nullable(Type.Integer()),
  pages_read: Type.Integer(),
  notes: Nullable(Type.String()),
});
export type ReadingSession = Static<typeof ReadingSession>;

/** A finished session in one piece: made offline, or added by hand. */
const FinishedSession = Type.Object({
  id: Type.Optional(Id),
  book_id: Id,
  started_at: Timestamp,
  ended_at: Timestamp,
  seconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  pages_read: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  notes: Type.Optional(Nullable(Text(20_000))),
});

export const sessionRoutes = {
  'GET /reading/sessions': route({
    summary: 'Reading sessions, newest first',
    access: 'user',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 30 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
      book_id: Type.Optional(Id),
    }),
    response: Type.Object({ items: Type.Array(ReadingSession), total: Type.Integer() }),
  }),
  'POST /reading/session': route({
    summary: 'Record a finished session',
    access: 'user',
    body: FinishedSession,
    status: 201,
    response: ReadingSession,
  }),
  'POST /api/reading/sessions/start': route({
    summary: 'A session begins now',
    access: 'user',
    body: Type.Object({
      id: Type.Optional(Id),
      book_id: Id,
      page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      position: Type.Optional(Position),
      started_at: Type.Optional(Timestamp),
    }),
    status: 201,
    response: ReadingSession,
  }),
  'POST /api/reading/sessions/:id/end': route({
    summary: 'A session ends',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      end_page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      end_position: Type.Optional(Position),
      notes: Type.Optional(Nullable(Text(20_000))),
      /** Seconds read, pauses left out; never more than have passed since the start. */
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
      ended_at: Type.Optional(Timestamp),
    }),
    response: ReadingSession,
  }),
};

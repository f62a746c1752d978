import { Basis, Replaced } from './conflicts.ts';
import { Position } from './locator.ts';
import {
  Id,
  IdParams,
  listOf,
  NextCursor,
  Nullable,
  nothing,
  pageQuery,
  route,
  Text,
  Timestamp,
} from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

export const ReadingSession = Type.Object({
  id: Id,
  book_id: Id,
  book_title: Type.String(),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  /** Seconds of reading, without pauses. */
  seconds: Type.Integer(),
  start_page: Type.Integer(),
  end_page: Nullable(Type.Integer()),
  pages_read: Type.Integer(),
  notes: Nullable(Type.String()),
  /** IANA time zone of the place, which determines the session's calendar day. */
  time_zone: Type.Optional(Nullable(Type.String())),
  /** Added manually. */
  by_hand: Type.Optional(Type.Boolean()),
  /** When the user last corrected it. */
  edited_at: Type.Optional(Nullable(Timestamp)),
});
export type ReadingSession = Static<typeof ReadingSession>;

/** The device's time zone; an unknown one is replaced by the user's. */
const TimeZone = Type.Optional(Text(64));

/** The previous version of a corrected session. */
export const SessionChange = Type.Object({
  id: Id,
  session_id: Id,
  kind: OneOf('edited', 'deleted'),
  changed_at: Timestamp,
  before: ReadingSession,
});
export type SessionChange = Static<typeof SessionChange>;

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** A local calendar day; a session over midnight counts on both days. */
export const ReadingDay = Type.Object({
  day: Day,
  seconds: Type.Integer(),
  /** From sessions or stored progress, whichever is greater. */
  pages: Type.Integer(),
});
export type ReadingDay = Static<typeof ReadingDay>;

/** A finished session: recorded offline or added manually. */
const FinishedSession = Type.Object({
  id: Type.Optional(Id),
  book_id: Id,
  started_at: Timestamp,
  ended_at: Timestamp,
  seconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  pages_read: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  notes: Type.Optional(Nullable(Text(20_000))),
  time_zone: TimeZone,
  by_hand: Type.Optional(Type.Boolean()),
});

export const sessionRoutes = {
  'GET /reading/sessions': route('user', 'Reading sessions, newest first', {
    query: Type.Object({
      ...pageQuery({ usual: 30, most: 1_000 }),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
      book_id: Type.Optional(Id),
    }),
    response: Type.Object({
      items: Type.Array(ReadingSession),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  }),
  'GET /reading/days': route(
    'user',
    'What was read on each day of the last twenty years, oldest first: the count of statistics and goals',
    {
      query: Type.Object({ first: Type.Optional(Day), last: Type.Optional(Day) }),
      response: Type.Object({ days: Type.Array(ReadingDay) }),
    },
  ),
  'POST /reading/session': route('user', 'Record a finished session', {
    body: FinishedSession,
    status: 201,
    response: ReadingSession,
  }),
  'POST /api/reading/sessions/start': route('user', 'A session begins now', {
    body: Type.Object({
      id: Type.Optional(Id),
      book_id: Id,
      page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      position: Type.Optional(Position),
      started_at: Type.Optional(Timestamp),
      time_zone: TimeZone,
    }),
    status: 201,
    response: ReadingSession,
  }),
  'POST /api/reading/sessions/:id/end': route(
    'user',
    'A session ends; one whose start has never come is told as a whole, by its book and its start',
    {
      params: IdParams,
      body: Type.Object({
        book_id: Type.Optional(Id),
        /** The number of pages read in the session, in spite of its name, which the specification sets. */
        end_page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
        end_position: Type.Optional(Position),
        notes: Type.Optional(Nullable(Text(20_000))),
        /** Seconds of reading, without pauses; limited to the time since the start. */
        seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
        /** By the device's clock, like `ended_at`: their difference is right whatever the clock shows. */
        started_at: Type.Optional(Timestamp),
        ended_at: Type.Optional(Timestamp),
        time_zone: TimeZone,
      }),
      response: ReadingSession,
    },
  ),
  'PATCH /reading/sessions/:id': route(
    'user',
    'Correct a finished session; what it was before is kept, and points, goals and streak follow',
    {
      params: IdParams,
      body: Closed({
        started_at: Type.Optional(Timestamp),
        ended_at: Type.Optional(Timestamp),
        seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
        pages_read: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
        notes: Type.Optional(Nullable(Text(20_000))),
        basis: Type.Optional(Basis),
      }),
      response: Type.Object({ ...ReadingSession.properties, replaced: Type.Optional(Replaced) }),
    },
  ),
  'DELETE /reading/sessions/:id': route(
    'user',
    'Take a session out; it stays in the history of corrections',
    { params: IdParams, ...nothing },
  ),
  'GET /reading/sessions/:id/changes': route(
    'user',
    'What a session was before each correction, newest first',
    { params: IdParams, ...listOf(SessionChange) },
  ),
};

/** One of the times that a book was read, with its own dates and stars. */
export const Reading = Type.Object({
  id: Id,
  book_id: Id,
  /** Null when unknown. */
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  /** Null for the latest reading: its end and its stars are those of the book. */
  outcome: Nullable(OneOf('finished', 'abandoned')),
  rating: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  updated_at: Timestamp,
});
export type Reading = Static<typeof Reading>;

const { id: _id, updated_at: _updated, ...readingFields } = Reading.properties;

export const readingRoutes = {
  'GET /readings': route(
    'user',
    'When the reader’s books were read, the last changed first',
    listOf(Reading),
  ),
  'PUT /readings/:id': route('user', 'Create or replace a reading; its id is made by the client', {
    params: IdParams,
    body: Closed({
      ...readingFields,
      /** basisOf the reading as shown, for the changed fields; other fields are kept. Without it, all are written. */
      basis: Type.Optional(Basis),
    }),
    response: Type.Object({ ...Reading.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /readings/:id': route('user', 'Delete a reading; its sessions stay', {
    params: IdParams,
    ...nothing,
  }),
};

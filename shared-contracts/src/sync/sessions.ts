import type { CallRequest, CallResponse } from '../api/routes.ts';
import type { ReadingSession } from '../api/sessions.ts';
import type { ActionType } from '../host.ts';
import type { RecordSession, SessionEnded, SessionStarted } from '../syncActions.ts';
import { withItem } from './lists.ts';

type Sessions = CallResponse<'GET /reading/sessions'>;

const entity = ({ id }: { id: string }): string => `session:${id}`;
/** The session goes on in this browser whatever the server thinks of it. */
const ignored = (): boolean => true;
/** More than a day in one go is a forgotten clock. */
const atMostOneDay = (seconds: number): number => Math.min(86_400, Math.max(0, Math.floor(seconds)));

export const sessionStart: ActionType<SessionStarted> = {
  type: 'SESSION_START',
  priority: 4,
  entity,
  request: ({ id, bookId, page, started_at }) => ({
    key: 'POST /api/reading/sessions/start',
    body: { id, book_id: bookId, page, position: null, started_at },
  }),
  settledBy: ignored,
};

export const sessionEnd: ActionType<SessionEnded> = {
  type: 'SESSION_END',
  priority: 4,
  entity,
  request: ({ id, pagesRead, notes, seconds, ended_at }) => ({
    key: 'POST /api/reading/sessions/:id/end',
    params: { id },
    body: { end_page: pagesRead, end_position: null, notes, seconds: atMostOneDay(seconds), ended_at },
  }),
  settledBy: ignored,
  overlay: { 'GET /reading/sessions': withSession },
};

export const recordSession: ActionType<RecordSession> = {
  type: 'RECORD_SESSION',
  priority: 4,
  entity,
  request: ({ id, bookId, started_at, ended_at, seconds, pagesRead, notes }) => ({
    key: 'POST /reading/session',
    body: {
      id,
      book_id: bookId,
      started_at,
      ended_at,
      seconds: atMostOneDay(seconds),
      pages_read: pagesRead,
      notes,
    },
  }),
  overlay: { 'GET /reading/sessions': withSession },
};

function withSession(
  list: Sessions,
  payload: SessionEnded,
  { query }: CallRequest<'GET /reading/sessions'>,
): Sessions {
  const asked = (query?.offset ?? 0) === 0 && (query?.book_id ?? payload.bookId) === payload.bookId;
  const there = list.items.some((session) => session.id === payload.id);
  if (!asked && !there) return list;
  const session: ReadingSession = {
    id: payload.id,
    book_id: payload.bookId,
    book_title: payload.bookTitle,
    started_at: payload.started_at,
    ended_at: payload.ended_at,
    seconds: atMostOneDay(payload.seconds),
    start_page: 0,
    end_page: payload.pagesRead,
    pages_read: payload.pagesRead,
    notes: payload.notes,
  };
  return { ...withItem<ReadingSession, Sessions>(list, session), total: list.total + (there ? 0 : 1) };
}

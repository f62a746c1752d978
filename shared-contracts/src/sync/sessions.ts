import type { Book } from '../api/books.ts';
import type { CallRequest, CallResponse } from '../api/routes.ts';
import type { ReadingSession } from '../api/sessions.ts';
import type { FinishedSessionRef } from '../contract/host.ts';
import type { EditSession, RecordSession } from '../contract/syncActions.ts';
import { basisOf, mergedBasis } from '../domain/changes/basis.ts';
import type { SessionCorrection } from '../domain/sessions/readingSession.ts';
import type { OwnActions } from './anyAction.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';

type Sessions = CallResponse<'GET /reading/sessions'>;

const entity = ({ id }: { id: string }): string => `session:${id}`;
/** More than a day at once is a forgotten timer. */
const atMostOneDay = (seconds: number): number => Math.min(86_400, Math.max(0, Math.floor(seconds)));

/** Reads that the server derives from sessions are refetched after a write. */
const refetches = {
  'GET /reading/days': asItIs,
  'GET /api/gamification/stats': asItIs,
  'GET /api/gamification/streak': asItIs,
  'GET /api/gamification/goals': asItIs,
  'GET /api/gamification/week': asItIs,
  'GET /api/gamification/achievements': asItIs,
  'GET /api/gamification/history': asItIs,
};

function asItIs<T>(value: T): T {
  return value;
}

/** Builds the write that corrects a session, based on the values the user saw, if given. */
export function correctionOf(
  { id, bookId, shown }: FinishedSessionRef,
  change: SessionCorrection,
): EditSession {
  const changes = fieldsOf(change);
  return { id, bookId, changes, ...(shown ? { basis: basisOf(fieldsOf(shown), changes) } : {}) };
}

/** Converts a correction to API field names, without undefined fields. */
function fieldsOf(correction: SessionCorrection): EditSession['changes'] {
  const { startTime, endTime, totalSeconds, pagesRead, notes } = correction;
  return {
    ...(startTime === undefined ? {} : { started_at: startTime }),
    ...(endTime === undefined ? {} : { ended_at: endTime }),
    ...(totalSeconds === undefined ? {} : { seconds: totalSeconds }),
    ...(pagesRead === undefined ? {} : { pages_read: pagesRead }),
    ...(notes === undefined ? {} : { notes: notes || null }),
  };
}

export const sessionActions: OwnActions<
  'SESSION_START' | 'SESSION_END' | 'RECORD_SESSION' | 'EDIT_SESSION' | 'DELETE_SESSION'
> = {
  SESSION_START: {
    priority: 4,
    entity,
    request: ({ id, bookId, page, started_at, time_zone }) => ({
      key: 'POST /api/reading/sessions/start',
      body: { id, book_id: bookId, page, position: null, started_at, time_zone },
    }),
    // Nothing is lost: the end has the complete session and reports its failures.
    settledBy: () => true,
    overlay: {
      'GET /books': (list, { bookId, started_at }) =>
        changedItem(list, bookId, (book: Book): Book => ({ ...book, last_read: started_at })),
    },
  },
  SESSION_END: {
    priority: 4,
    entity,
    request: ({ id, bookId, pagesRead, notes, seconds, started_at, ended_at, time_zone }) => ({
      key: 'POST /api/reading/sessions/:id/end',
      params: { id },
      body: {
        book_id: bookId,
        end_page: pagesRead,
        end_position: null,
        notes,
        seconds: atMostOneDay(seconds),
        started_at,
        ended_at,
        time_zone,
      },
    }),
    overlay: { 'GET /reading/sessions': withSession, ...refetches },
  },
  RECORD_SESSION: {
    priority: 4,
    entity,
    request: ({ id, bookId, started_at, ended_at, seconds, pagesRead, notes, time_zone, byHand }) => ({
      key: 'POST /reading/session',
      body: {
        id,
        book_id: bookId,
        started_at,
        ended_at,
        seconds: atMostOneDay(seconds),
        pages_read: pagesRead,
        notes,
        time_zone,
        by_hand: byHand,
      },
    }),
    overlay: { 'GET /reading/sessions': withSession, ...refetches },
  },
  EDIT_SESSION: {
    priority: 4,
    entity,
    request: ({ id, changes, basis }) => ({
      key: 'PATCH /reading/sessions/:id',
      params: { id },
      body: { ...changes, ...(basis ? { basis } : {}) },
    }),
    merge: ({ basis, changes }, { basis: laterBasis, ...later }) => ({
      ...later,
      changes: { ...changes, ...later.changes },
      ...mergedBasis({ basis, changes }, { basis: laterBasis, changes: later.changes }),
    }),
    overlay: {
      'GET /reading/sessions': (list, { id, changes }) =>
        changedItem<ReadingSession, Sessions>(list, id, (session) => edited(session, changes)),
      ...refetches,
    },
  },
  DELETE_SESSION: {
    priority: 4,
    entity,
    request: ({ id }) => ({ key: 'DELETE /reading/sessions/:id', params: { id } }),
    settledBy: (status) => status === 404,
    supersedes: ['EDIT_SESSION'],
    overlay: {
      'GET /reading/sessions': (list, { id }) => {
        const rest = withoutItem<ReadingSession, Sessions>(list, id);
        return rest === list ? list : { ...rest, total: list.total - 1 };
      },
      ...refetches,
    },
  },
};

/** Predicts the server's result: time read is limited to the time between start and end. */
function edited(session: ReadingSession, changes: EditSession['changes']): ReadingSession {
  const next = { ...session, ...changes };
  const lasted = Math.floor(
    (Date.parse(next.ended_at ?? next.started_at) - Date.parse(next.started_at)) / 1000,
  );
  return {
    ...next,
    seconds: Math.max(0, Math.min(next.seconds, lasted)),
    // Only whether it was corrected is shown. The time comes with the list.
    edited_at: session.edited_at ?? next.started_at,
  };
}

function withSession(
  list: Sessions,
  payload: RecordSession,
  { query }: CallRequest<'GET /reading/sessions'>,
): Sessions {
  const isFirstPage = (query?.offset ?? 0) === 0 && (query?.book_id ?? payload.bookId) === payload.bookId;
  const exists = list.items.some((session) => session.id === payload.id);
  if (!isFirstPage && !exists) return list;
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
    time_zone: payload.time_zone ?? null,
    by_hand: payload.byHand ?? false,
  };
  return { ...withItem<ReadingSession, Sessions>(list, session), total: list.total + (exists ? 0 : 1) };
}

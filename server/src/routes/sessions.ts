import { randomUUID } from 'node:crypto';
import type { ReadingSession, sessionRoutes } from '@lectern/shared-contracts/api/sessions.ts';
import type { Selectable } from 'kysely';
import { AppError } from '../errors.ts';
import { readerOf } from '../gamification/reader.ts';
import { settle } from '../gamification/settle.ts';
import type { RouteHandlers } from '../http/route.ts';
import type { Db } from '../services.ts';
import type { ReadingSessionsTable } from '../store/schema.ts';

/** A device's clock may be that wrong before what it says is refused instead of corrected. */
const clockTolerance = 24 * 3_600_000;

/** Reading sessions. The time of a session is what the client says, but never more than has really passed. */
export const sessionHandlers: RouteHandlers<keyof typeof sessionRoutes> = {
  'GET /reading/sessions': async ({ db, user, query }) => {
    let rows = db.selectFrom('reading_sessions').where('user_id', '=', user.id);
    if (query.book_id) rows = rows.where('book_id', '=', query.book_id);
    const { total } = await rows
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const items = await rows
      .selectAll()
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(query.limit ?? 30)
      .offset(query.offset ?? 0)
      .execute();
    return { items: items.map(asSession), total: Number(total) };
  },

  'POST /api/reading/sessions/start': async ({ db, services, user, body }) => {
    const book = await ownBook(db, user.id, body.book_id);
    const now = services.now();
    const started = Math.min(now.getTime(), body.started_at ? Date.parse(body.started_at) : now.getTime());
    return insertOnce(db, {
      id: body.id ?? randomUUID(),
      user_id: user.id,
      book_id: book.id,
      book_title: book.title,
      started_at: new Date(started).toISOString(),
      ended_at: null,
      seconds: 0,
      start_page: body.page,
      end_page: null,
      pages_read: 0,
      notes: null,
    });
  },

  'POST /api/reading/sessions/:id/end': async ({ db, services, user, params, body }) => {
    const session = await ownSession(db, user.id, params.id);
    if (session.ended_at !== null) return asSession(session);
    const now = services.now();
    const started = Date.parse(session.started_at);
    const said = body.ended_at ? Date.parse(body.ended_at) : now.getTime();
    const ended = Math.max(started, Math.min(said, now.getTime()));
    const elapsed = Math.floor((ended - started) / 1_000);
    const changed = {
      ended_at: new Date(ended).toISOString(),
      seconds: Math.min(body.seconds ?? elapsed, elapsed),
      pages_read: body.end_page,
      end_page: session.start_page + body.end_page,
      notes: body.notes ?? null,
    };
    await db.updateTable('reading_sessions').set(changed).where('id', '=', session.id).execute();
    await settle(db, await readerOf(db, user.id, now));
    return asSession({ ...session, ...changed });
  },

  'POST /reading/session': async ({ db, services, user, body }) => {
    const book = await ownBook(db, user.id, body.book_id);
    const now = services.now().getTime();
    if (Date.parse(body.ended_at) - now > clockTolerance) {
      throw new AppError('invalid_request', 'A reading session cannot lie in the future.', [
        { field: 'ended_at', message: 'is in the future' },
      ]);
    }
    if (Date.parse(body.started_at) > Date.parse(body.ended_at)) {
      throw new AppError('invalid_request', 'A reading session cannot end before it began.', [
        { field: 'started_at', message: 'is after ended_at' },
      ]);
    }
    // By a clock that is ahead: moved back as a whole.
    const ahead = Math.max(0, Date.parse(body.ended_at) - now);
    const [started, ended] = [Date.parse(body.started_at) - ahead, Date.parse(body.ended_at) - ahead];
    const recorded = await insertOnce(db, {
      id: body.id ?? randomUUID(),
      user_id: user.id,
      book_id: book.id,
      book_title: book.title,
      started_at: new Date(started).toISOString(),
      ended_at: new Date(ended).toISOString(),
      seconds: Math.min(body.seconds, Math.floor((ended - started) / 1_000)),
      start_page: 0,
      end_page: body.pages_read ?? 0,
      pages_read: body.pages_read ?? 0,
      notes: body.notes ?? null,
    });
    await settle(db, await readerOf(db, user.id, services.now()));
    return recorded;
  },
};

type Row = Selectable<ReadingSessionsTable>;

/** The same session sent again is answered as it was stored. */
async function insertOnce(db: Db, row: Row): Promise<ReadingSession> {
  await db
    .insertInto('reading_sessions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return asSession(await ownSession(db, row.user_id, row.id));
}

async function ownSession(db: Db, userId: string, id: string): Promise<Row> {
  const session = await db
    .selectFrom('reading_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!session) throw new AppError('not_found');
  return session;
}

async function ownBook(db: Db, userId: string, id: string): Promise<{ id: string; title: string }> {
  const book = await db
    .selectFrom('books')
    .select(['id', 'title'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!book) throw new AppError('not_found');
  return book;
}

function asSession({ user_id: _owner, ...session }: Row): ReadingSession {
  return session;
}

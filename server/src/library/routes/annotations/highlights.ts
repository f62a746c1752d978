import { randomUUID } from 'node:crypto';
import type {
  annotationRoutes,
  Highlight,
  HighlightColor,
  HighlightStyle,
} from '@lectern/shared-contracts/api/annotations.ts';
import { thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import type { Selectable } from 'kysely';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { ownRow } from '../../../store/ownRows.ts';
import { newestFirst, type Page, type PageQuery, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addOnce } from '../../../store/rows.ts';
import type { HighlightsTable } from '../../../store/schema.ts';
import { ownBook } from '../../books/ownBook.ts';
import { keepAsNote, keepReplaced } from '../../conflicts/keepReplaced.ts';

type Key = Extract<keyof typeof annotationRoutes, `${string}highlights${string}`>;
type Row = Selectable<HighlightsTable>;

export const highlightHandlers: RouteHandlers<Key> = {
  'GET /highlights': async ({ db, user, query }) => pageAnswer(await highlightsOf(db, user.id, query, null)),

  'GET /books/:id/highlights': async ({ db, user, params, query }) => {
    await ownBook(db, user.id, params.id);
    return pageAnswer(await highlightsOf(db, user.id, query, params.id));
  },

  'POST /books/:id/highlights': async ({ db, services, clock, user, params, body }) => {
    await ownBook(db, user.id, params.id);
    const now = services.now();
    const id = body.id ?? randomUUID();
    const row = {
      id,
      user_id: user.id,
      book_id: params.id,
      text: body.text,
      color: body.color,
      style: body.style ?? 'highlight',
      page: body.page ?? null,
      position: body.position ? JSON.stringify(body.position) : null,
      note: body.note ?? null,
      changed_by: user.sessionId,
      created_at: body.created_at ? clock.timestamp(body.created_at) : now.toISOString(),
      updated_at: now.toISOString(),
    };
    const bytes = bytesOf(row.text, row.note, row.position);
    await requireRoom(db, user.id, 'highlights', { id, bytes });
    await addOnce(db, 'highlights', row);
    // A repeated request returns the stored highlight; another user's id is treated as unknown.
    return asHighlight(await ownRow(db, 'highlights', user.id, id));
  },

  'PUT /highlights/:id': async ({ db, services, user, params, body }) => {
    const row = await ownRow(db, 'highlights', user.id, params.id);
    const { note: _thought, replaces: _seen, ...values } = body;
    const resource = { id: row.id, userId: user.id, bookId: row.book_id, name: '', stored: row };
    const changed = {
      color: body.color ?? row.color,
      style: body.style ?? row.style,
      note: body.note === undefined ? row.note : body.note,
      changed_by: user.sessionId,
      updated_at: services.now().toISOString(),
    };
    const bytes = bytesOf(changed.note) - bytesOf(row.note);
    await requireRoom(db, user.id, 'highlights', { rows: 0, bytes });
    await keepUnseenThought(db, row, body, services.now());
    const replaced = await keepReplaced(db, { kind: 'highlight', ...resource }, values, services.now());
    await db.updateTable('highlights').set(changed).where('id', '=', row.id).execute();
    return { ...asHighlight({ ...row, ...changed }), ...replaced };
  },

  'DELETE /highlights/:id': async ({ db, user, params, query }) => {
    const { note } = await ownRow(db, 'highlights', user.id, params.id);
    if (note !== null && query.seen !== undefined && !query.seen.split(',').includes(thoughtStamp(note)))
      throw new AppError('conflict');
    await db.deleteFrom('highlights').where('id', '=', params.id).execute();
    return null;
  },
};

/**
 * When a thought was edited on two devices, the later one is stored on the highlight, and the unseen one becomes a
 * note on the same text.
 */
async function keepUnseenThought(
  db: Db,
  row: Row,
  { note, replaces }: { note?: string | null; replaces?: string[] },
  now: Date,
): Promise<void> {
  if (row.note === null || note === undefined || note === row.note) return;
  if (replaces === undefined || replaces.includes(thoughtStamp(row.note))) return;
  const { book_id, page, position, color, created_at } = row;
  const origin = { conflict_of: row.id, conflict_kind: 'highlight', conflict_field: 'note' };
  const kept = { ...origin, book_id, content: row.note, page, position, color, created_at };
  await keepAsNote(db, row.user_id, kept, now);
}

/** Newest first; of all books when none is given. */
function highlightsOf(db: Db, userId: string, query: PageQuery, bookId: string | null): Promise<Page> {
  const all = db.selectFrom('highlights').where('user_id', '=', userId);
  const from = bookId === null ? all : all.where('book_id', '=', bookId);
  return readPage(query, { from, ...newestFirst }, (rows) => rows.map(asHighlight));
}

export function asHighlight({
  user_id: _owner,
  bytes: _bytes,
  changed_by: _device,
  color,
  style,
  position,
  ...row
}: Row): Highlight {
  return {
    ...row,
    color: color as HighlightColor,
    style: style as HighlightStyle,
    position: position === null ? null : JSON.parse(position),
  };
}

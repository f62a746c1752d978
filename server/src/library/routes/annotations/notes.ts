import { randomUUID } from 'node:crypto';
import type { Note, NotePayload, noteRoutes, TwinKind } from '@lectern/shared-contracts/api/notes.ts';
import { textStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { withMembers } from '@lectern/shared-contracts/domain/changes/members.ts';
import type { Selectable } from 'kysely';
import type { DeviceClock } from '../../../http/routing/deviceClock.ts';
import type { RouteHandlers, SignedInUser } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { ownRow } from '../../../store/ownRows.ts';
import { newestFirst, type Page, type PageQuery, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addOnce, changeRows, removeRows } from '../../../store/rows.ts';
import type { NotesTable } from '../../../store/schema.ts';
import { ownBook } from '../../books/ownBook.ts';
import { keepAsNote, keepReplaced, plainNote } from '../../conflicts/keepReplaced.ts';

type Row = Selectable<NotesTable>;

export const noteHandlers: RouteHandlers<keyof typeof noteRoutes> = {
  'GET /notes': async ({ db, user, query }) => pageAnswer(await notesOf(db, user, query, null)),

  'GET /notes/:bookId': async ({ db, user, params, query }) => {
    await ownBook(db, user.id, params.bookId);
    return pageAnswer(await notesOf(db, user, query, params.bookId));
  },

  'POST /notes/book/:bookId': async ({ db, services, clock, user, params, body }) => {
    await ownBook(db, user.id, params.bookId);
    return addNote(db, user, params.bookId, body, clock, services.now());
  },

  'POST /notes': async ({ db, services, clock, user, body }) => {
    if (body.book_id) await ownBook(db, user.id, body.book_id);
    return addNote(db, user, body.book_id ?? null, body, clock, services.now());
  },

  'PUT /notes/:id': async ({ db, services, user, params, body }) => {
    const row = await ownRow(db, 'notes', user.id, params.id);
    const { color, page, basis } = body;
    const tags = body.tags && withMembers(JSON.parse(row.tags), body.tags, body.tagChanges);
    const changed = {
      title: body.title ?? row.title,
      content: body.content ?? row.content,
      type: body.type ?? row.type,
      page: body.page === undefined ? row.page : body.page,
      position: body.position === undefined ? row.position : asJson(body.position),
      color: body.color === undefined ? row.color : body.color,
      tags: tags === undefined ? row.tags : JSON.stringify(tags),
      ...(body.twin_of === null ? { conflict_of: null, conflict_kind: null, conflict_field: null } : {}),
      unread: 1,
      changed_by: user.sessionId,
      updated_at: services.now().toISOString(),
    };
    await requireRoom(db, user.id, 'notes', { rows: 0, bytes: sizeOf(changed) - row.bytes });
    await keepUnseenText(db, row, body, services.now());
    const { replaced } = await keepReplaced(
      db,
      { kind: 'note', id: row.id, userId: user.id, bookId: row.book_id, name: row.title, stored: row },
      { ...(color === undefined ? {} : { color }), ...(page === undefined ? {} : { page }), basis },
      services.now(),
    );
    await changeRows(db, 'notes', { id: row.id }, changed);
    return { ...asNote({ ...row, ...changed }, user), ...(replaced ? { replaced } : {}) };
  },

  'DELETE /notes/:id': async ({ db, user, params, query }) => {
    const row = await ownRow(db, 'notes', user.id, params.id);
    if (query.seen !== undefined && !query.seen.split(',').includes(textStamp(row)))
      throw new AppError('conflict');
    await removeRows(db, 'notes', { id: params.id });
    return null;
  },

  'POST /notes/seen': async ({ db, user }) => {
    await changeRows(db, 'notes', { user_id: user.id, unread: 1 }, { unread: 0 });
    return null;
  },
};

async function addNote(
  db: Db,
  user: SignedInUser,
  bookId: string | null,
  body: NotePayload,
  clock: DeviceClock,
  now: Date,
): Promise<Note> {
  const id = body.id ?? randomUUID();
  const plain = plainNote(user.id, now);
  const row = {
    ...plain,
    id,
    book_id: bookId,
    title: body.title ?? '',
    content: body.content,
    type: body.type ?? 'note',
    page: body.page ?? null,
    position: asJson(body.position),
    color: body.color ?? null,
    tags: JSON.stringify(body.tags ?? []),
    changed_by: user.sessionId,
    created_at: body.created_at ? clock.timestamp(body.created_at) : plain.created_at,
  };
  await requireRoom(db, user.id, 'notes', { id, bytes: sizeOf(row) });
  await addOnce(db, 'notes', row);
  // A repeated request returns the stored note; another user's id is treated as unknown.
  return asNote(await ownRow(db, 'notes', user.id, id), user);
}

/**
 * When a note was edited on two devices, both texts are kept: the later one is stored, and the unseen one becomes a
 * separate note.
 */
async function keepUnseenText(
  db: Db,
  row: Row,
  { title = row.title, content = row.content, replaces }: Partial<NotePayload> & { replaces?: string[] },
  now: Date,
): Promise<void> {
  const stored = textStamp(row);
  if (replaces === undefined || replaces.includes(stored) || stored === textStamp({ title, content })) return;
  const { bytes: _, ...values } = row;
  const origin = { conflict_of: row.id, conflict_kind: 'note', conflict_field: 'content' };
  const kept = { ...values, ...origin, id: randomUUID(), unread: 1 };
  await keepAsNote(db, row.user_id, kept, now);
}

/** Newest first; when no book is given, of all books and of none. */
async function notesOf(db: Db, user: SignedInUser, query: PageQuery, bookId: string | null): Promise<Page> {
  const all = db.selectFrom('notes').where('user_id', '=', user.id);
  const from = bookId === null ? all : all.where('book_id', '=', bookId);
  const since = await signedInSince(db, user);
  return readPage(query, { from, ...newestFirst }, (rows) => rows.map((row) => asNote(row, user, since)));
}

/** When this device signed in: notes that the user wrote earlier are not new to it. */
async function signedInSince(db: Db, { sessionId }: SignedInUser): Promise<string | null> {
  const first = await db
    .selectFrom('refresh_tokens')
    .select(({ fn }) => [
      fn.min('session_started_at').as('started_at'),
      fn.min('created_at').as('created_at'),
    ])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return first?.started_at ?? first?.created_at ?? null;
}

const sizeOf = ({ title, content, position, tags }: Pick<Row, 'title' | 'content' | 'position' | 'tags'>) =>
  bytesOf(title, content, position, tags);

/**
 * A note is unread on every device but its author, until the user has seen it on one of them. Notes from before this
 * device signed in count as read, except those that no device has written, such as text kept from a conflict.
 * @param since when this device signed in, ISO 8601; null when unknown
 */
export function asNote(
  { user_id: _owner, bytes: _bytes, changed_by, position, tags, unread, ...row }: Row,
  user: SignedInUser,
  since: string | null = null,
): Note {
  const { conflict_of, conflict_kind, conflict_field, ...rest } = row;
  const isOlder = changed_by !== null && since !== null && row.updated_at < since;
  return {
    ...rest,
    position: position === null ? null : JSON.parse(position),
    tags: JSON.parse(tags),
    twin_of: conflict_of,
    twin_kind: conflict_kind as TwinKind | null,
    twin_field: conflict_field,
    unread: unread === 1 && changed_by !== user.sessionId && !isOlder,
  };
}

function asJson(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

import type { Note } from '../api/notes.ts';
import type { ActionType } from '../host.ts';
import type { CreateNote, DeleteNote, UpdateNote } from '../syncActions.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';
import { mergedStamps } from './mergedStamps.ts';

const entity = ({ id }: { id: string }): string => `note:${id}`;

export const createNote: ActionType<CreateNote> = {
  type: 'CREATE_NOTE',
  priority: 8,
  timeout: 10_000,
  entity,
  request: ({ bookId, ...body }) =>
    bookId === null
      ? { key: 'POST /notes', body }
      : { key: 'POST /notes/book/:bookId', params: { bookId }, body },
  overlay: {
    'GET /notes': (list, payload) => withItem(list, noteOf(payload)),
    'GET /notes/:bookId': (list, payload, { params }) =>
      params.bookId === payload.bookId ? withItem(list, noteOf(payload)) : list,
  },
};

export const updateNote: ActionType<UpdateNote> = {
  type: 'UPDATE_NOTE',
  priority: 7,
  entity,
  request: ({ id, bookId: _, ...body }) => ({ key: 'PUT /notes/:id', params: { id }, body }),
  merge: (earlier, later) => ({
    ...earlier,
    ...later,
    // The earlier one may have arrived or not: the server may have any of the texts that were replaced here.
    ...mergedStamps(earlier.replaces, later.replaces),
  }),
  joins: {
    CREATE_NOTE: (created: CreateNote, { id: _, bookId: __, replaces: ___, ...changes }) => ({
      ...created,
      ...changes,
    }),
  },
  overlay: {
    'GET /notes': (list, { id, bookId: _, replaces: __, ...changes }) =>
      changedItem(list, id, (note: Note) => ({ ...note, ...changes })),
    'GET /notes/:bookId': (list, { id, bookId: _, replaces: __, ...changes }) =>
      changedItem(list, id, (note: Note) => ({ ...note, ...changes })),
  },
};

export const deleteNote: ActionType<DeleteNote> = {
  type: 'DELETE_NOTE',
  priority: 7,
  entity,
  request: ({ id, seen }) => ({
    key: 'DELETE /notes/:id',
    params: { id },
    ...(seen === undefined ? {} : { query: { seen: seen.join() } }),
  }),
  supersedes: ['CREATE_NOTE', 'UPDATE_NOTE'],
  inherits: (superseded, own) => {
    const { replaces = [] } = superseded as Partial<UpdateNote>;
    return own.seen === undefined ? own : { ...own, seen: [...own.seen, ...replaces] };
  },
  // 409: it says something that was not seen here, and stays; the list shows it again.
  settledBy: (status) => status === 404 || status === 409,
  overlay: {
    'GET /notes': (list, { id }) => withoutItem(list, id),
    'GET /notes/:bookId': (list, { id }) => withoutItem(list, id),
  },
};

function noteOf(payload: CreateNote): Note {
  return {
    id: payload.id,
    book_id: payload.bookId,
    title: payload.title ?? '',
    content: payload.content,
    type: payload.type ?? 'note',
    page: payload.page ?? null,
    position: payload.position ?? null,
    color: payload.color ?? null,
    tags: payload.tags ?? [],
    unread: false,
    created_at: payload.created_at,
    updated_at: payload.created_at,
  };
}

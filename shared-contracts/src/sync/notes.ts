import type { Note } from '../api/notes.ts';
import type { ActionType } from '../host.ts';
import type { CreateNote, DeleteNote, UpdateNote } from '../syncActions.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';

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
  merge: (earlier, later) => ({ ...earlier, ...later }),
  overlay: {
    'GET /notes': (list, { id, bookId: _, ...changes }) =>
      changedItem(list, id, (note: Note) => ({ ...note, ...changes })),
    'GET /notes/:bookId': (list, { id, bookId: _, ...changes }) =>
      changedItem(list, id, (note: Note) => ({ ...note, ...changes })),
  },
};

export const deleteNote: ActionType<DeleteNote> = {
  type: 'DELETE_NOTE',
  priority: 7,
  entity,
  request: ({ id }) => ({ key: 'DELETE /notes/:id', params: { id } }),
  supersedes: ['CREATE_NOTE', 'UPDATE_NOTE'],
  settledBy: (status) => status === 404,
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

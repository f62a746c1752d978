import type { Highlight } from '../api/annotations.ts';
import type { ActionType } from '../host.ts';
import type { CreateHighlight, DeleteHighlight, UpdateHighlight } from '../syncActions.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';

const entity = ({ id }: { id: string }): string => `highlight:${id}`;

export const createHighlight: ActionType<CreateHighlight> = {
  type: 'CREATE_HIGHLIGHT',
  priority: 8,
  entity,
  request: ({ bookId, ...body }) => ({ key: 'POST /books/:id/highlights', params: { id: bookId }, body }),
  overlay: {
    'GET /highlights': (list, payload) => withItem(list, highlightOf(payload)),
    'GET /books/:id/highlights': (list, payload, { params }) =>
      params.id === payload.bookId ? withItem(list, highlightOf(payload)) : list,
  },
};

export const updateHighlight: ActionType<UpdateHighlight> = {
  type: 'UPDATE_HIGHLIGHT',
  priority: 7,
  entity,
  request: ({ id, bookId: _, ...body }) => ({ key: 'PUT /highlights/:id', params: { id }, body }),
  merge: (earlier, later) => ({ ...earlier, ...later }),
  joins: {
    CREATE_HIGHLIGHT: (created: CreateHighlight, { id: _, bookId: __, ...changes }) => ({
      ...created,
      ...changes,
    }),
  },
  overlay: {
    'GET /highlights': (list, { id, bookId: _, ...changes }) =>
      changedItem(list, id, (highlight: Highlight) => ({ ...highlight, ...changes })),
    'GET /books/:id/highlights': (list, { id, bookId: _, ...changes }) =>
      changedItem(list, id, (highlight: Highlight) => ({ ...highlight, ...changes })),
  },
};

export const deleteHighlight: ActionType<DeleteHighlight> = {
  type: 'DELETE_HIGHLIGHT',
  priority: 7,
  entity,
  request: ({ id }) => ({ key: 'DELETE /highlights/:id', params: { id } }),
  supersedes: ['CREATE_HIGHLIGHT', 'UPDATE_HIGHLIGHT'],
  settledBy: (status) => status === 404,
  overlay: {
    'GET /highlights': (list, { id }) => withoutItem(list, id),
    'GET /books/:id/highlights': (list, { id }) => withoutItem(list, id),
  },
};

function highlightOf({ bookId, ...payload }: CreateHighlight): Highlight {
  return { ...payload, book_id: bookId, updated_at: payload.created_at };
}

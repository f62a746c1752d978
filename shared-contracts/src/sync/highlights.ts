import type { Highlight } from '../api/annotations.ts';
import type { ActionType } from '../contract/host.ts';
import type { CreateHighlight, DeleteHighlight, UpdateHighlight } from '../contract/syncActions.ts';
import { mergedBasis } from '../domain/changes/basis.ts';
import { alsoSeen, seenQuery, settlesDeletion } from './deletions.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';
import { mergedStamps } from './mergedStamps.ts';

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
  merge: ({ basis, ...earlier }, { basis: laterBasis, ...later }) => ({
    ...earlier,
    ...later,
    ...mergedBasis(
      { basis, fields: Object.keys(earlier) },
      { basis: laterBasis, fields: Object.keys(later) },
    ),
    ...mergedStamps(earlier.replaces, later.replaces),
  }),
  joins: {
    CREATE_HIGHLIGHT: (created: CreateHighlight, change: UpdateHighlight) => ({
      ...created,
      ...fieldsOf(change),
    }),
  },
  overlay: {
    'GET /highlights': (list, change) =>
      changedItem(list, change.id, (highlight: Highlight) => ({ ...highlight, ...fieldsOf(change) })),
    'GET /books/:id/highlights': (list, change) =>
      changedItem(list, change.id, (highlight: Highlight) => ({ ...highlight, ...fieldsOf(change) })),
  },
};

export const deleteHighlight: ActionType<DeleteHighlight> = {
  type: 'DELETE_HIGHLIGHT',
  priority: 7,
  entity,
  request: (deletion) => ({
    key: 'DELETE /highlights/:id',
    params: { id: deletion.id },
    ...seenQuery(deletion),
  }),
  supersedes: ['CREATE_HIGHLIGHT', 'UPDATE_HIGHLIGHT'],
  inherits: (superseded, own) => alsoSeen(own, (superseded as Partial<UpdateHighlight>).replaces ?? []),
  settledBy: settlesDeletion,
  overlay: {
    'GET /highlights': (list, { id }) => withoutItem(list, id),
    'GET /books/:id/highlights': (list, { id }) => withoutItem(list, id),
  },
};

/** The changed fields, without what names the highlight and what says which version its author had seen. */
function fieldsOf({ id: _, bookId: _book, replaces: _seen, basis: _basis, ...fields }: UpdateHighlight) {
  return fields;
}

function highlightOf({ bookId, ...payload }: CreateHighlight): Highlight {
  return { ...payload, book_id: bookId, updated_at: payload.created_at };
}

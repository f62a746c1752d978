import type { Highlight } from '../api/annotations.ts';
import type { CreateHighlight, UpdateHighlight } from '../contract/syncActions.ts';
import { mergedBasis } from '../domain/changes/basis.ts';
import type { OwnActions } from './anyAction.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';
import { alsoSeen, mergedStamps, seenQuery, settlesDeletion } from './seenTexts.ts';

const entity = ({ id }: { id: string }): string => `highlight:${id}`;

/** The changed fields, without what names the highlight and what says which version its author had seen. */
function fieldsOf({ id: _, bookId: _book, replaces: _seen, basis: _basis, ...fields }: UpdateHighlight) {
  return fields;
}

function highlightOf({ bookId, ...payload }: CreateHighlight): Highlight {
  return { ...payload, book_id: bookId, updated_at: payload.created_at };
}

/** There is one bookmark per page, so the page is the entity: removing and setting it again keep their order. */
const onPage = ({ bookId, page }: { bookId: string; page: number }): string => `bookmark:${bookId}:${page}`;

const entityOfWord = ({ id }: { id: string }): string => `word:${id}`;

export const annotationActions: OwnActions<
  | 'CREATE_HIGHLIGHT'
  | 'UPDATE_HIGHLIGHT'
  | 'DELETE_HIGHLIGHT'
  | 'UPDATE_BOOKMARK'
  | 'DELETE_BOOKMARK'
  | 'SAVE_WORD'
  | 'DELETE_WORD'
> = {
  CREATE_HIGHLIGHT: {
    priority: 8,
    entity,
    request: ({ bookId, ...body }) => ({ key: 'POST /books/:id/highlights', params: { id: bookId }, body }),
    overlay: {
      'GET /highlights': (list, payload) => withItem(list, highlightOf(payload)),
      'GET /books/:id/highlights': (list, payload, { params }) =>
        params.id === payload.bookId ? withItem(list, highlightOf(payload)) : list,
    },
  },
  UPDATE_HIGHLIGHT: {
    priority: 7,
    entity,
    request: ({ id, bookId: _, ...body }) => ({ key: 'PUT /highlights/:id', params: { id }, body }),
    merge: ({ basis, ...earlier }, { basis: laterBasis, ...later }) => ({
      ...earlier,
      ...later,
      ...mergedBasis({ basis, changes: earlier }, { basis: laterBasis, changes: later }),
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
  },
  DELETE_HIGHLIGHT: {
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
  },
  UPDATE_BOOKMARK: {
    priority: 6,
    entity: onPage,
    request: ({ bookId, ...body }) => ({ key: 'PUT /books/:id/bookmark', params: { id: bookId }, body }),
    merge: (earlier, later) => (earlier.id === later.id ? later : null),
    overlay: {
      'GET /books/:id/bookmarks': (list, { bookId, basis: _, ...bookmark }, { params }) => {
        if (params.id !== bookId) return list;
        const others = list.items.filter((other) => other.page !== bookmark.page || other.id === bookmark.id);
        return withItem({ ...list, items: others }, { ...bookmark, book_id: bookId });
      },
    },
  },
  DELETE_BOOKMARK: {
    priority: 6,
    entity: onPage,
    // When two devices set a bookmark on the same page, its id on the server is not known here.
    request: ({ id, bookId, page }) => ({
      key: 'DELETE /bookmarks/:id',
      params: { id },
      query: { book_id: bookId, page },
    }),
    supersedes: ['UPDATE_BOOKMARK'],
    settledBy: (status) => status === 404,
    overlay: {
      'GET /books/:id/bookmarks': (list, { id, bookId, page }, { params }) =>
        params.id === bookId
          ? { ...list, items: list.items.filter((other) => other.id !== id && other.page !== page) }
          : withoutItem(list, id),
    },
  },
  SAVE_WORD: {
    priority: 3,
    entity: entityOfWord,
    request: ({ id, ...body }) => ({ key: 'PUT /words/:id', params: { id }, body }),
    merge: (_earlier, later) => later,
    overlay: { 'GET /words': (list, word) => withItem(list, word) },
  },
  DELETE_WORD: {
    priority: 3,
    entity: entityOfWord,
    request: ({ id }) => ({ key: 'DELETE /words/:id', params: { id } }),
    supersedes: ['SAVE_WORD'],
    settledBy: (status) => status === 404,
    overlay: { 'GET /words': (list, { id }) => withoutItem(list, id) },
  },
};

import type { BinEntry } from '../api/bin.ts';
import type { RestoreFromBin } from '../contract/syncActions.ts';
import type { OwnActions } from './anyAction.ts';
import { withItem, withoutItem } from './lists.ts';
import { withRow } from './partRows.ts';

/** The entity of the thing itself, so that changes of it wait until it is restored. */
const entity = ({ kind, thing_id, bookmark }: RestoreFromBin): string =>
  bookmark ? `bookmark:${bookmark.book_id}:${bookmark.page}` : `${kind}:${thing_id}`;

/** Without its book, a highlight or bookmark is restored as a note, which only the server can make. */
const isBack = ({ book_id, book_in_bin, withBook }: RestoreFromBin): boolean =>
  book_id !== null && (!book_in_bin || withBook === true);

export const binActions: OwnActions<'RESTORE_FROM_BIN' | 'DELETE_FROM_BIN' | 'EMPTY_BIN'> = {
  RESTORE_FROM_BIN: {
    priority: 8,
    entity,
    request: ({ id, thing_id, withBook }) => ({
      key: 'POST /bin/:id/restore',
      params: { id },
      body: { thing_id, ...(withBook ? { with_book: true } : {}) },
    }),
    // It is no longer in the bin. A library that was restored from a backup never had it, so words are kept here.
    settledBy: (status, { note, highlight, bookmark, collection, word, row }) =>
      status === 404 && !(note ?? highlight ?? bookmark ?? collection ?? word ?? row),
    overlay: {
      'GET /bin': (list, { id, book_id, withBook }) => {
        const isBook = (entry: BinEntry) => entry.kind === 'book' && entry.thing_id === book_id;
        const rest = withoutItem<BinEntry, typeof list>(list, id);
        return withBook ? { ...rest, items: rest.items.filter((entry) => !isBook(entry)) } : rest;
      },
      'GET /notes': (list, { note }) => (note ? withItem(list, note) : list),
      'GET /notes/:bookId': (list, { note }, { params }) =>
        note && note.book_id === params.bookId ? withItem(list, note) : list,
      'GET /highlights': (list, payload) =>
        payload.highlight && isBack(payload) ? withItem(list, payload.highlight) : list,
      'GET /books/:id/highlights': (list, { highlight }, { params }) =>
        highlight && highlight.book_id === params.id ? withItem(list, highlight) : list,
      'GET /books/:id/bookmarks': (list, { bookmark }, { params }) =>
        bookmark && bookmark.book_id === params.id ? withItem(list, bookmark) : list,
      'GET /collections': (list, { collection }) => (collection ? withItem(list, collection) : list),
      'GET /words': (list, { word }) => (word ? withItem(list, word) : list),
      'GET /parts/:part/rows/:collection': (list, { row }, { params }) =>
        row && row.part === params.part && row.collection === params.collection ? withRow(list, row) : list,
    },
  },
  DELETE_FROM_BIN: {
    priority: 2,
    entity: ({ id }) => `bin:${id}`,
    request: ({ id, thing_id }) => ({ key: 'DELETE /bin/:id', params: { id }, query: { thing_id } }),
    settledBy: (status) => status === 404,
    overlay: { 'GET /bin': (list, { id }) => withoutItem(list, id) },
  },
  EMPTY_BIN: {
    // After what is restored.
    priority: 1,
    entity: () => 'bin',
    request: (query) => ({ key: 'DELETE /bin', query }),
    overlay: {
      'GET /bin': (list, { kind, until }) => ({
        ...list,
        items: list.items.filter(
          (entry) => (kind !== undefined && entry.kind !== kind) || entry.deleted_at > until,
        ),
      }),
    },
  },
};

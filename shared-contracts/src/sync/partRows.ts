import type { PartRowPlace, StoredPartRow } from '../api/parts.ts';
import { mergedBasis, withChanges } from '../domain/changes/basis.ts';
import type { OwnActions } from './anyAction.ts';
import { changedItem, withoutItem } from './lists.ts';

interface Rows {
  items: StoredPartRow[];
}

const entity = ({ id }: { id: string }): string => `row:${id}`;

const isOf = (place: PartRowPlace, { params }: { params: PartRowPlace }): boolean =>
  params.part === place.part && params.collection === place.collection;

/** The list with a row of this place, after those that were written before. */
export const withRow = <List extends Rows>(list: List, row: StoredPartRow): List =>
  list.items.some(({ id }) => id === row.id) ? list : { ...list, items: [...list.items, row] };

export const partRowActions: OwnActions<'PUT_PART_ROW' | 'DELETE_PART_ROW'> = {
  PUT_PART_ROW: {
    priority: 5,
    entity,
    request: ({ part, collection, id, ...body }) => ({
      key: 'PUT /parts/:part/rows/:collection/:id',
      params: { part, collection, id },
      body,
    }),
    // The earlier one may have arrived. When one of them replaces the whole row, both do.
    merge: ({ basis: before, created_at }, { basis: after, ...later }) => ({
      ...later,
      created_at,
      ...(before && after
        ? mergedBasis({ basis: before, changes: before }, { basis: after, changes: after })
        : {}),
    }),
    overlay: {
      'GET /parts/:part/rows/:collection': (list, write, request) => {
        const { id, row, basis, created_at } = write;
        if (!isOf(write, request)) return list;
        const isThere = list.items.some((item) => item.id === id);
        return isThere
          ? changedItem(list, id, (item: StoredPartRow) => ({
              ...item,
              row: withChanges(item.row, row, basis),
            }))
          : withRow(list, { id, row, twin_of: null, created_at, updated_at: created_at });
      },
    },
  },
  DELETE_PART_ROW: {
    priority: 5,
    entity,
    request: (params) => ({ key: 'DELETE /parts/:part/rows/:collection/:id', params }),
    supersedes: ['PUT_PART_ROW'],
    settledBy: (status) => status === 404,
    overlay: {
      'GET /parts/:part/rows/:collection': (list, deletion, request) =>
        isOf(deletion, request) ? withoutItem(list, deletion.id) : list,
    },
  },
};

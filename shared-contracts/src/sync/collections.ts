import type { SaveCollection } from '../contract/syncActions.ts';
import { mergedBasis } from '../domain/changes/basis.ts';
import { changedCollection, mergedMemberChanges } from '../domain/changes/members.ts';
import type { OwnActions } from './anyAction.ts';
import { withItem, withoutItem } from './lists.ts';
import { alsoSeen, seenQuery, settlesDeletion } from './seenTexts.ts';

const entity = ({ id }: { id: string }): string => `collection:${id}`;

export const collectionActions: OwnActions<'SAVE_COLLECTION' | 'DELETE_COLLECTION'> = {
  SAVE_COLLECTION: {
    priority: 5,
    entity,
    request: ({ id, ...body }) => ({ key: 'PUT /collections/:id', params: { id }, body }),
    merge({ books: earlierBooks, basis: earlierBasis }, { books: laterBooks, basis: laterBasis, ...later }) {
      // An earlier write without a basis creates the collection and may have arrived: what other devices have changed
      // since stays.
      const allBooks = earlierBooks ?? { added: later.bookIds, removed: [] };
      const earlier = { basis: earlierBasis, changes: earlierBasis ?? {} };
      return {
        ...later,
        ...(laterBooks ? { books: mergedMemberChanges(allBooks, laterBooks) } : {}),
        ...(laterBasis
          ? { basis: {}, ...mergedBasis(earlier, { basis: laterBasis, changes: laterBasis }) }
          : {}),
      };
    },
    overlay: {
      'GET /collections': (list, { books, basis, ...collection }) => {
        const stored = list.items.find(({ id }) => id === collection.id);
        const sent = { ...collection, updated_at: stored?.updated_at ?? new Date(0).toISOString() };
        return withItem(list, stored ? changedCollection(stored, sent, { books, basis }) : sent);
      },
    },
  },
  DELETE_COLLECTION: {
    priority: 5,
    entity,
    request: (deletion) => ({
      key: 'DELETE /collections/:id',
      params: { id: deletion.id },
      ...seenQuery(deletion),
    }),
    supersedes: ['SAVE_COLLECTION'],
    inherits: (superseded, own) => {
      const { basis = {} } = superseded as Partial<SaveCollection>;
      return alsoSeen(own, [...(basis.name ?? []), ...(basis.description ?? [])]);
    },
    settledBy: settlesDeletion,
    overlay: { 'GET /collections': (list, { id }) => withoutItem(list, id) },
  },
};

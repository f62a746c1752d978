import type { ActionType } from '../host.ts';
import type { DeleteCollection, SaveCollection } from '../syncActions.ts';
import { withItem, withoutItem } from './lists.ts';

const entity = ({ id }: { id: string }): string => `collection:${id}`;

export const saveCollection: ActionType<SaveCollection> = {
  type: 'SAVE_COLLECTION',
  priority: 5,
  entity,
  request: ({ id, ...body }) => ({ key: 'PUT /collections/:id', params: { id }, body }),
  merge: (_, later) => later,
  overlay: {
    'GET /collections': (list, payload) => {
      const stored = list.items.find((collection) => collection.id === payload.id);
      return withItem(list, { ...payload, updated_at: stored?.updated_at ?? new Date(0).toISOString() });
    },
  },
};

export const deleteCollection: ActionType<DeleteCollection> = {
  type: 'DELETE_COLLECTION',
  priority: 5,
  entity,
  request: ({ id }) => ({ key: 'DELETE /collections/:id', params: { id } }),
  supersedes: ['SAVE_COLLECTION'],
  settledBy: (status) => status === 404,
  overlay: { 'GET /collections': (list, { id }) => withoutItem(list, id) },
};

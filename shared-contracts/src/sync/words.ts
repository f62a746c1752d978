import type { ActionType } from '../contract/host.ts';
import type { DeleteWord, SaveWord } from '../contract/syncActions.ts';
import { withItem, withoutItem } from './lists.ts';

const entity = ({ id }: { id: string }): string => `word:${id}`;

export const saveWord: ActionType<SaveWord> = {
  type: 'SAVE_WORD',
  priority: 3,
  entity,
  request: ({ id, ...body }) => ({ key: 'PUT /words/:id', params: { id }, body }),
  merge: (_earlier, later) => later,
  overlay: { 'GET /words': (list, word) => withItem(list, word) },
};

export const deleteWord: ActionType<DeleteWord> = {
  type: 'DELETE_WORD',
  priority: 3,
  entity,
  request: ({ id }) => ({ key: 'DELETE /words/:id', params: { id } }),
  supersedes: ['SAVE_WORD'],
  settledBy: (status) => status === 404,
  overlay: { 'GET /words': (list, { id }) => withoutItem(list, id) },
};

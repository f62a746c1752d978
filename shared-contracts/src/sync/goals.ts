import type { ActionType } from '../contract/host.ts';
import type { CreateGoal, DeleteGoal } from '../contract/syncActions.ts';
import { ownGoalReward } from '../domain/gamification/goals.ts';
import { withoutItem } from './lists.ts';

const entity = ({ id }: { id: string }): string => `goal:${id}`;

export const createGoal: ActionType<CreateGoal> = {
  type: 'CREATE_GOAL',
  // Before the sessions of the same day, which it counts.
  priority: 5,
  entity,
  request: (body) => ({ key: 'POST /api/gamification/goals', body }),
  overlay: {
    'GET /api/gamification/goals': (list, { created_at, ...goal }) => {
      if (list.items.some(({ id }) => id === goal.id)) return list;
      const begun = {
        description: '',
        current: 0,
        reward: ownGoalReward,
        createdAt: created_at,
        completedAt: null,
      };
      return { ...list, items: [...list.items, { ...goal, ...begun }] };
    },
  },
};

export const deleteGoal: ActionType<DeleteGoal> = {
  type: 'DELETE_GOAL',
  priority: 5,
  entity,
  request: ({ id }) => ({ key: 'DELETE /api/gamification/goals/:id', params: { id } }),
  supersedes: ['CREATE_GOAL'],
  settledBy: (status) => status === 404,
  overlay: { 'GET /api/gamification/goals': (list, { id }) => withoutItem(list, id) },
};

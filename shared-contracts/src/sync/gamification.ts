import { ownGoalReward } from '../domain/gamification/goals.ts';
import type { OwnActions } from './anyAction.ts';
import { withoutItem } from './lists.ts';

const entityOfGoal = ({ id }: { id: string }): string => `goal:${id}`;

export const gamificationActions: OwnActions<
  'GAMIFICATION_ACTION' | 'SAVE_GAMIFICATION_SETTINGS' | 'CREATE_GOAL' | 'DELETE_GOAL'
> = {
  GAMIFICATION_ACTION: {
    // Lowest priority: the server credits only what it already has.
    priority: 1,
    entity: ({ id }) => `gamification:${id}`,
    request: ({ action, data, timestamp }) => ({
      key: 'POST /api/gamification/actions',
      body: { action, data, timestamp },
    }),
    // The server decides on points; a refusal is not an error for the user.
    settledBy: () => true,
  },
  SAVE_GAMIFICATION_SETTINGS: {
    priority: 3,
    entity: () => 'gamification-settings',
    request: (body) => ({ key: 'PUT /api/gamification/settings', body }),
    merge: (earlier, later) => ({ ...earlier, ...later }),
    overlay: {
      'GET /api/gamification/settings': (settings, changes) => ({ ...settings, ...changes }),
      // The streak rule may have changed.
      'GET /api/gamification/streak': (streak) => streak,
      'GET /api/gamification/stats': (stats) => stats,
    },
  },
  CREATE_GOAL: {
    // Before the sessions of the same day, which it counts.
    priority: 5,
    entity: entityOfGoal,
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
  },
  DELETE_GOAL: {
    priority: 5,
    entity: entityOfGoal,
    request: ({ id }) => ({ key: 'DELETE /api/gamification/goals/:id', params: { id } }),
    supersedes: ['CREATE_GOAL'],
    settledBy: (status) => status === 404,
    overlay: { 'GET /api/gamification/goals': (list, { id }) => withoutItem(list, id) },
  },
};

import type { ActionType } from '../contract/host.ts';
import type { GamificationAction, SaveGamificationSettings } from '../contract/syncActions.ts';

export const gamificationAction: ActionType<GamificationAction> = {
  type: 'GAMIFICATION_ACTION',
  // Lowest priority: the server credits only what it already has.
  priority: 1,
  entity: ({ id }) => `gamification:${id}`,
  request: ({ action, data, timestamp }) => ({
    key: 'POST /api/gamification/actions',
    body: { action, data, timestamp },
  }),
  // The server decides on points; a refusal is not an error for the user.
  settledBy: () => true,
};

export const saveGamificationSettings: ActionType<SaveGamificationSettings> = {
  type: 'SAVE_GAMIFICATION_SETTINGS',
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
};

import type { ActionType } from '../contract/host.ts';
import type { GamificationAction, SaveGamificationSettings } from '../contract/syncActions.ts';

export const gamificationAction: ActionType<GamificationAction> = {
  type: 'GAMIFICATION_ACTION',
  // Last of all: the server credits what it can see, so what was done must be there first.
  priority: 1,
  entity: ({ id }) => `gamification:${id}`,
  request: ({ action, data, timestamp }) => ({
    key: 'POST /api/gamification/actions',
    body: { action, data, timestamp },
  }),
  // The server is the judge of points; what it will not count is no failure of the reader's.
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
    // The streak may be counted by another rule now.
    'GET /api/gamification/streak': (streak) => streak,
    'GET /api/gamification/stats': (stats) => stats,
  },
};

import type { GamificationSettings } from '@lectern/shared-contracts/api/gamification.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';

/** As the server has them for a reader who has not chosen: everything is shown. */
export const defaultSettings: GamificationSettings = {
  points: true,
  achievements: true,
  goals: true,
  streak: true,
  celebrations: true,
  weeklySummary: true,
  header: true,
  streakKind: 'daily',
  restDay: false,
  introduced: false,
};

/** What the reader wants to see of all this, on every device the same; as last known while it cannot be asked for. */
export function useSettings(): {
  settings: GamificationSettings;
  /** Whether they are the reader's own already, or cannot be known at the moment. */
  status: 'loading' | 'ready' | 'error';
  change: (changes: Partial<GamificationSettings>) => void;
} {
  const host = useHost();
  const loaded = useReadable(host.data.watch('GET /api/gamification/settings', {}));
  return {
    settings: loaded.status === 'ready' ? loaded.value : defaultSettings,
    status: loaded.status,
    change: (changes) => {
      host.sync.enqueue('SAVE_GAMIFICATION_SETTINGS', changes).catch(() => {});
    },
  };
}

/** The same, outside of React. */
export function settingsNow(host: Host): GamificationSettings {
  const loaded = host.data.watch('GET /api/gamification/settings', {}).get();
  return loaded.status === 'ready' ? loaded.value : defaultSettings;
}

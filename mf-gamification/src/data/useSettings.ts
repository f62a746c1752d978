import type { GamificationSettings } from '@lectern/shared-contracts/api/gamification.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';

/** The server's defaults: everything is shown. */
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
  announcedUntil: '',
};

/** The reader's settings, the same on every device; the last known ones while offline. */
export function useSettings(): {
  settings: GamificationSettings;
  /** Whether they are loaded, or cannot be loaded at the moment. */
  status: 'loading' | 'ready' | 'error';
  change: (changes: Partial<GamificationSettings>) => void;
} {
  const host = useHost();
  const loaded = useReadable(host.data.watch('GET /api/gamification/settings', {}));
  return {
    settings: loaded.status === 'ready' ? loaded.value : defaultSettings,
    status: loaded.status,
    change: (changes) => {
      runInBackground(host.sync.enqueue('SAVE_GAMIFICATION_SETTINGS', changes));
    },
  };
}

/** The same outside of React. */
export function settingsNow(host: Host): GamificationSettings {
  const loaded = host.data.watch('GET /api/gamification/settings', {}).get();
  return loaded.status === 'ready' ? loaded.value : defaultSettings;
}

import type { GamificationSettings } from '@lectern/shared-contracts/api/gamification.ts';
import type { CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { defaultSettings } from '@lectern/shared-contracts/domain/gamification/defaultSettings.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect } from 'react';
import { type GamificationClient, gamificationClient } from './gamificationClient.ts';

type GamificationRead = Extract<ReadKey, `GET /api/gamification/${string}`>;

export function useGamificationClient(): GamificationClient {
  return gamificationClient(useHost());
}

/** Points are refetched when a page is opened and when a session ends. */
export function useFreshGamification(): void {
  const host = useHost();
  useEffect(() => {
    const client = gamificationClient(host);
    sendDailyVisit(host, client);
    client.refresh();
    return host.events.on('readingSessionCompleted', () => client.refresh());
  }, [host]);
}

const lastVisitPreference = 'last_day_here';

/** Sends the daily visit once per local day; the server credits it once. */
function sendDailyVisit(host: Host, client: GamificationClient): void {
  const today = dayOf(new Date());
  if (host.auth.user.get() === null || host.preferences.watch(lastVisitPreference, '').get() === today)
    return;
  host.preferences.set(lastVisitPreference, today);
  runInBackground(client.act('daily_login'));
}

/** The value, or null while it is not loaded. Failures set the client's offline state. */
export function useGamificationRead<K extends GamificationRead>(key: K): CallResponse<K> | null {
  const host = useHost();
  const loaded = useReadable(host.data.watch<GamificationRead>(key, {}));
  // A cached value may come with an error when the latest request has failed.
  const failed = (loaded as { error?: HostError }).error ?? null;
  useEffect(() => {
    if (failed !== null) gamificationClient(host).noteFailure(failed);
  }, [host, failed]);
  return loaded.status === 'ready' ? (loaded.value as CallResponse<K>) : null;
}

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

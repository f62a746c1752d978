import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { type HostError, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** An action of the reader, as stored in this browser. */
export interface LocalAction {
  action: string;
  data: Record<string, unknown>;
  timestamp: string;
}

export type GamificationClient = ReturnType<typeof createGamificationClient>;

export const localActionsKept = 100;
export const refreshEvery = 5_000;

const reads = [
  'GET /api/gamification/stats',
  'GET /api/gamification/achievements',
  'GET /api/gamification/goals',
  'GET /api/gamification/history',
  'GET /api/gamification/streak',
  'GET /api/gamification/week',
] as const;

const actionsPreference = 'gamification_actions';

/** One for each Host, created on first use. */
export const gamificationClient = remembered((host: Host) => createGamificationClient(host));

export function createGamificationClient(host: Host, now: () => number = Date.now) {
  const offline = createWritable(false);
  const actions = host.preferences.watch<readonly LocalAction[]>(actionsPreference, []);
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let later: ReturnType<typeof setTimeout> | null = null;

  host.auth.user.subscribe(() => {
    if (host.auth.user.get() !== null) offline.set(false);
  });

  function noteFailure({ status }: Pick<HostError, 'status'>): void {
    // Too many requests is not a failure: the action is counted with the next one.
    if (status !== 429) offline.set(true);
  }

  function refresh(): void {
    const wait = refreshedAt + refreshEvery - now();
    if (wait > 0) {
      if (later === null) later = setTimeout(refreshLate, wait);
      return;
    }
    if (host.auth.user.get() === null) return;
    refreshedAt = now();
    offline.set(false);
    for (const key of reads) host.data.refresh(key);
  }

  function refreshLate(): void {
    later = null;
    refresh();
  }

  function remember(action: LocalAction): void {
    host.preferences.set(actionsPreference, [...actions.get(), action].slice(-localActionsKept));
  }

  return {
    /** The server cannot be reached: the last known points are shown. */
    offline: offline as Readable<boolean>,
    /** The last hundred, newest last. */
    actions: actions as Readable<readonly LocalAction[]>,
    /** Called with the error of a failed read: sets the offline state. */
    noteFailure,
    /** Refetches everything, at most once in five seconds. */
    refresh,
    /** Tells the server that something happened. Never throws. */
    async act(action: string, data: Record<string, unknown> = {}) {
      const timestamp = new Date(now()).toISOString();
      remember({ action, data, timestamp });
      if (host.auth.user.get() === null) return { success: false, error: text('User not authenticated') };
      try {
        const { credited, unlocked } = await host.api.call('POST /api/gamification/actions', {
          body: { action, data, timestamp },
        });
        offline.set(false);
        refresh();
        return { success: true, credited, unlocked };
      } catch (error) {
        if (!isHostError(error)) throw error;
        noteFailure(error);
        if (error.status === 429) return { success: true, credited: 0, unlocked: [] };
        // The queue keeps it until the server can be reached.
        host.track(action, data);
        return { success: false, error: error.message };
      }
    },
  };
}

import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import {
  type ActiveSession,
  excludeTime,
  type FinishedSession,
  pauseIfAway,
  shiftSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { type SessionStats, sessionStats } from '@lectern/shared-contracts/domain/sessions/sessionStats.ts';
import { createSessionStorage } from './sessionStorage.ts';

export interface SessionStatePorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  userId: Readable<string | null>;
  now(): Date;
  /** How far the clock has jumped since the last call: clockJumps.ts. */
  jumped(): number;
}

/** The reader's active session and history, as this tab shows them and as they are stored for all tabs. */
export interface SessionState {
  active: Readable<ActiveSession | null>;
  history: Readable<readonly FinishedSession[]>;
  stats: Readable<SessionStats>;
  /** The stored session, which another tab may have changed, without the time that nobody has read. */
  current(): ActiveSession | null;
  /** Shows what is stored. */
  load(): void;
  /** Stores and shows the session; null when it has ended. */
  save(session: ActiveSession | null): void;
  addToHistory(session: FinishedSession): void;
  /** Changes finished sessions; an empty list removes one. */
  changeHistory(change: (session: FinishedSession) => FinishedSession | []): void;
  /** Stores that the clock is still running, without notifying subscribers. */
  beat(): void;
}

export function createSessionState({ storage, userId, now, jumped }: SessionStatePorts): SessionState {
  const stored = createSessionStorage(storage);
  const active = createWritable<ActiveSession | null>(null);
  const history = createWritable<readonly FinishedSession[]>([]);
  const stats = createWritable<SessionStats>(sessionStats([], now()));
  const user = () => userId.get() ?? '';

  function current(): ActiveSession | null {
    const session = stored.active(user());
    if (session === null) return null;
    const seen = Math.max(stored.seen(user()), Date.parse(session.lastUpdated) || 0);
    const adjusted = adjustToClock(session, { seen, now: now(), jump: jumped() });
    if (adjusted !== session) {
      stored.setActive(user(), adjusted);
      stored.setSeen(user(), adjusted.isPaused ? Math.min(seen, now().getTime()) : now().getTime());
    }
    return adjusted;
  }

  function load(): void {
    const session = current();
    if (JSON.stringify(session) !== JSON.stringify(active.get())) active.set(session);
    showHistory(stored.history(user()));
  }

  function showHistory(sessions: readonly FinishedSession[]): void {
    history.set(sessions);
    stats.set(sessionStats(sessions, now()));
  }

  function saveHistory(sessions: readonly FinishedSession[]): void {
    stored.setHistory(user(), sessions);
    showHistory(sessions);
  }

  return {
    active,
    history,
    stats,
    current,
    load,
    save(session) {
      stored.setActive(user(), session);
      if (session) stored.setSeen(user(), now().getTime());
      active.set(session);
    },
    addToHistory: (session) => saveHistory(stored.withFinished(user(), session)),
    changeHistory: (change) => saveHistory(stored.history(user()).flatMap(change)),
    beat() {
      const session = current();
      if (session === null || session.isPaused) load();
      else if (now().getTime() - stored.seen(user()) >= 5_000) stored.setSeen(user(), now().getTime());
    },
  };
}

/**
 * Takes out of the session what the clock counts but nobody has read: jumps of the clock, and long absences.
 * @param seen when a page last stored that the session was running, in milliseconds since 1970
 * @param jump milliseconds by which the clock has jumped since the last call
 */
function adjustToClock(
  session: ActiveSession,
  { seen, now, jump }: { seen: number; now: Date; jump: number },
): ActiveSession {
  const sinceSeen = now.getTime() - seen;
  // The clock was turned back, here or while the page was closed, and no other tab has handled it yet.
  if (sinceSeen < 0) return shiftSession(session, jump < 0 ? jump : sinceSeen);
  const paused = pauseIfAway(session, new Date(seen), now);
  if (paused !== session || jump <= 0) return paused;
  return excludeTime(session, Math.min(jump, sinceSeen));
}

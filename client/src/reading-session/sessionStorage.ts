import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type {
  ActiveSession,
  FinishedSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { parseJson } from '../common/parseJson.ts';
import { parseActiveSession, parseFinishedSession } from './parseSession.ts';

/** Sessions in local storage by reader: those of other readers are kept, but not shown. */
export interface SessionStorage {
  active(userId: string): ActiveSession | null;
  setActive(userId: string, session: ActiveSession | null): void;
  history(userId: string): FinishedSession[];
  setHistory(userId: string, sessions: readonly FinishedSession[]): void;
  /** The history with a new session, newest first; a session that several tabs ended is added once. */
  withFinished(userId: string, session: FinishedSession): FinishedSession[];
  /** When the clock of the active session was last known to run; 0 if never. */
  seen(userId: string): number;
  setSeen(userId: string, at: number): void;
}

/** Maximum number of sessions kept in the browser; the server has all. */
const maxKept = 1_000;

export function createSessionStorage(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): SessionStorage {
  const read = (key: string): Record<string, unknown> => {
    const value = parseJson(storage.getItem(key));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  };
  const write = (key: string, byUser: Record<string, unknown>) =>
    storage.setItem(key, JSON.stringify(byUser));
  const history = (userId: string) => {
    const stored = read(storageKeys.sessionHistory)[userId];
    return Array.isArray(stored) ? stored.flatMap((session) => parseFinishedSession(session) ?? []) : [];
  };
  return {
    active: (userId) => parseActiveSession(read(storageKeys.activeSession)[userId]),
    setActive(userId, session) {
      const { [userId]: _before, ...others } = read(storageKeys.activeSession);
      write(storageKeys.activeSession, session ? { ...others, [userId]: session } : others);
    },
    history,
    setHistory: (userId, sessions) =>
      write(storageKeys.sessionHistory, { ...read(storageKeys.sessionHistory), [userId]: sessions }),
    withFinished(userId, session) {
      const others = history(userId).filter(({ sessionId }) => sessionId !== session.sessionId);
      return [session, ...others].slice(0, maxKept);
    },
    seen(userId) {
      const at = read(storageKeys.sessionSeen)[userId];
      return typeof at === 'number' && Number.isFinite(at) ? at : 0;
    },
    setSeen: (userId, at) =>
      write(storageKeys.sessionSeen, { ...read(storageKeys.sessionSeen), [userId]: at }),
  };
}

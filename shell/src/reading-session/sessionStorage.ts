import type { ActiveSession, FinishedSession } from '@lectern/shared-contracts/domain/readingSession.ts';
import { storageKeys } from '@lectern/shared-contracts/storageKeys.ts';

/** Sessions in local storage, each reader's own: what another reader left is kept, and not shown. */
export interface SessionStorage {
  active(userId: string): ActiveSession | null;
  setActive(userId: string, session: ActiveSession | null): void;
  history(userId: string): FinishedSession[];
  /** Newest first. */
  addToHistory(userId: string, session: FinishedSession): FinishedSession[];
}

/** Sessions kept in the browser; the server has them all. */
const mostKept = 1_000;

export function createSessionStorage(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): SessionStorage {
  const read = <T>(key: string): Record<string, T> => {
    try {
      const value: unknown = JSON.parse(storage.getItem(key) ?? '{}');
      return typeof value === 'object' && value !== null ? (value as Record<string, T>) : {};
    } catch {
      return {};
    }
  };
  const write = (key: string, byUser: Record<string, unknown>) =>
    storage.setItem(key, JSON.stringify(byUser));
  const history = (userId: string) => read<FinishedSession[]>(storageKeys.sessionHistory)[userId] ?? [];
  return {
    active: (userId) => read<ActiveSession>(storageKeys.activeSession)[userId] ?? null,
    setActive(userId, session) {
      const { [userId]: _before, ...others } = read<ActiveSession>(storageKeys.activeSession);
      write(storageKeys.activeSession, session ? { ...others, [userId]: session } : others);
    },
    history,
    addToHistory(userId, session) {
      const next = [session, ...history(userId)].slice(0, mostKept);
      write(storageKeys.sessionHistory, { ...read(storageKeys.sessionHistory), [userId]: next });
      return next;
    },
  };
}

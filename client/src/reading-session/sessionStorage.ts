import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type {
  ActiveSession,
  Away,
  FinishedSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { parseJson } from '../common/safeStorage.ts';

/** Maximum number of sessions kept in the browser; the server has all. */
const maxKept = 1_000;

/** Sessions in local storage by reader: those of other readers are kept, but not shown. */
export function createSessionStorage(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
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
    active: (userId: string) => parseActiveSession(read(storageKeys.activeSession)[userId]),
    setActive(userId: string, session: ActiveSession | null) {
      const { [userId]: _before, ...others } = read(storageKeys.activeSession);
      write(storageKeys.activeSession, session ? { ...others, [userId]: session } : others);
    },
    history,
    setHistory: (userId: string, sessions: readonly FinishedSession[]) =>
      write(storageKeys.sessionHistory, { ...read(storageKeys.sessionHistory), [userId]: sessions }),
    /** The history with a new session, newest first; a session that several tabs ended is added once. */
    withFinished(userId: string, session: FinishedSession) {
      const others = history(userId).filter(({ sessionId }) => sessionId !== session.sessionId);
      return [session, ...others].slice(0, maxKept);
    },
    /** When the clock of the active session was last known to run; 0 if never. */
    seen(userId: string) {
      const at = read(storageKeys.sessionSeen)[userId];
      return typeof at === 'number' && Number.isFinite(at) ? at : 0;
    },
    setSeen: (userId: string, at: number) =>
      write(storageKeys.sessionSeen, { ...read(storageKeys.sessionSeen), [userId]: at }),
  };
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && Number.isFinite(Date.parse(value));
const dateOrNull = (value: unknown): string | null => (isDate(value) ? value : null);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;

/**
 * Parses a stored active session. Its book, id and start must be valid; any other invalid field
 * gets its default.
 * @returns null when the value is not a session
 */
function parseActiveSession(value: unknown): ActiveSession | null {
  if (!isFields(value) || !isFields(value.book) || typeof value.book.id !== 'string') return null;
  if (typeof value.sessionId !== 'string' || !isDate(value.startTime)) return null;
  const isPaused = value.isPaused === true;
  const away = parseAway(value.away);
  return {
    ...value,
    book: {
      ...value.book,
      id: value.book.id,
      title: textOrNull(value.book.title) ?? '',
      author: textOrNull(value.book.author) ?? '',
      cover_url: textOrNull(value.book.cover_url),
    },
    sessionId: value.sessionId,
    startTime: value.startTime,
    pagesRead: count(value.pagesRead),
    notes: textOrNull(value.notes) ?? '',
    backendSessionId: textOrNull(value.backendSessionId),
    isPaused,
    pausedAt: dateOrNull(value.pausedAt),
    accumulatedTime: count(value.accumulatedTime),
    resumedAt: dateOrNull(value.resumedAt),
    lastUpdated: dateOrNull(value.lastUpdated) ?? value.startTime,
    ...('away' in value ? { away } : {}),
  };
}

/** Parses a stored finished session; null when the value is invalid. */
function parseFinishedSession(value: unknown): FinishedSession | null {
  const session = parseActiveSession(value);
  if (session === null || !isFields(value) || !isDate(value.endTime)) return null;
  return {
    ...session,
    endTime: value.endTime,
    duration: count(value.duration),
    totalSeconds: count(value.totalSeconds),
  };
}

function parseAway(value: unknown): Away | null {
  return isFields(value) && isDate(value.from) && isDate(value.to)
    ? { from: value.from, to: value.to }
    : null;
}

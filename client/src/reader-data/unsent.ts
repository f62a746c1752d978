import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { openDB } from 'idb';
import { parseJson } from '../common/safeStorage.ts';
import { isSamePayload, logKeyPrefix, type Queue, type StoredAction } from '../offline/queue/index.ts';
import {
  type LecternDatabase,
  type LecternSchema,
  openLecternDatabase,
  type StoredUpload,
} from '../offline/storage/database.ts';

/** Data that a reader has created in this browser and the server does not have yet. */
export interface Unsent {
  /** Queued writes, oldest first. */
  actions: readonly StoredAction[];
  /** Pending uploads. */
  uploads: readonly StoredUpload[];
  /** Entries of local storage: the write-ahead log, unsaved drafts, an active reading session. */
  entries: Readonly<Record<string, string>>;
}

/** Counts by kind, as shown to the reader. */
export interface UnsentCounts {
  notes: number;
  highlights: number;
  files: number;
  drafts: number;
  others: number;
}

/** A single entry for all readers: an object by reader id. */
const sessionKeys = [storageKeys.activeSession, storageKeys.sessionSeen];

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** A draft that was emptied again does not count. */
const hasWords = (draft: unknown): boolean =>
  typeof draft === 'string'
    ? draft.trim() !== ''
    : Object.values(draft ?? {}).some((field) => typeof field === 'string' && field.trim() !== '');

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Whether it is an entry of the write-ahead log: other values under such a key are ignored. */
const isLogged = (value: unknown): boolean =>
  typeof fieldOf(value, 'id') === 'string' && typeof fieldOf(value, 'type') === 'string';

/** The reader whose log entry or draft this entry of local storage is; null for anything else. */
export function ownerOf(key: string, text: string | null): string | null {
  const value = parseJson(text);
  if (key.startsWith(logKeyPrefix)) {
    const owner = fieldOf(value, 'userId');
    return isLogged(value) && typeof owner === 'string' ? owner : null;
  }
  if (!key.startsWith(`${storageKeys.preferences}.`)) return null;
  const [who = '', kind] = key.slice(storageKeys.preferences.length + 1).split('.');
  return who !== 'visitor' && kind === 'draft' && hasWords(value) ? who : null;
}

/** Ids of the readers with an active session. @param text of the entry, an object by reader */
export function readersIn(text: string | null): string[] {
  const sessions = parseJson(text);
  return typeof sessions === 'object' && sessions !== null ? Object.keys(sessions) : [];
}

/** The database as it is, also one of a newer version of the app; null when there is none. The caller closes it. */
export const openAsItIs = (name = 'lectern'): Promise<LecternDatabase | null> =>
  openLecternDatabase(name)
    .catch(() => openDB<LecternSchema>(name))
    .catch(() => null);

/** @param database null in a browser that stores nothing */
export async function unsentOf(
  userId: string,
  database: LecternDatabase | null,
  local: Storage,
): Promise<Unsent> {
  const [actions, uploads] = database
    ? await Promise.all([
        database.getAllFromIndex('sync_queue', 'userId', userId),
        database.getAllFromIndex('uploads', 'userId', userId),
      ])
    : [[], []];
  const entries: Record<string, string> = {};
  for (const key of keysOf(local)) {
    const text = local.getItem(key);
    if (text !== null && ownerOf(key, text) === userId) entries[key] = text;
  }
  for (const key of sessionKeys) {
    const mine = fieldOf(parseJson(local.getItem(key)), userId);
    if (
      mine !== undefined &&
      fieldOf(parseJson(local.getItem(storageKeys.activeSession)), userId) !== undefined
    )
      entries[key] = JSON.stringify({ [userId]: mine });
  }
  return { actions: actions.toSorted((a, b) => a.timestamp - b.timestamp), uploads, entries };
}

/** Where the unsent data of the reader of an open page is. */
export interface OpenPage {
  userId: string;
  queue: Pick<Queue, 'keepAll' | 'waiting'>;
  local: Storage;
  /** Name of the database; tests pass their own. */
  name?: string;
}

/** Also the writes that only this page has in memory: they are stored first if there is room. */
export async function unsentOfPage({ userId, queue, local, name }: OpenPage): Promise<Unsent> {
  await queue.keepAll();
  const database = await openAsItIs(name);
  const stored = await unsentOf(userId, database, local).finally(() => database?.close());
  const storedIds = new Set(stored.actions.map(({ id }) => id));
  const inMemory = queue.waiting.get().filter(({ id }) => !storedIds.has(id));
  return { ...stored, actions: [...stored.actions, ...inMemory] };
}

/** Ids of all readers with unsent data in this browser. */
export async function whoHasUnsent(database: LecternDatabase | null, local: Storage): Promise<Set<string>> {
  const userIds = new Set<string>();
  for (const store of database ? (['sync_queue', 'uploads'] as const) : [])
    for (const { userId } of (await database?.getAll(store)) ?? []) userIds.add(userId);
  for (const key of keysOf(local)) {
    const owner = ownerOf(key, local.getItem(key));
    if (owner !== null) userIds.add(owner);
    if (key === storageKeys.activeSession) for (const id of readersIn(local.getItem(key))) userIds.add(id);
  }
  return userIds;
}

export function countsOf({ actions, uploads, entries }: Unsent): UnsentCounts {
  const logged = Object.entries(entries)
    .filter(([key]) => key.startsWith(logKeyPrefix))
    .map(
      ([, text]) => parseJson(text) as Pick<StoredAction, 'id' | 'type' | 'payload'> & { settled?: boolean },
    );
  const settled = new Map(logged.filter((entry) => entry.settled).map(({ id, payload }) => [id, payload]));
  const isSettled = ({ id, payload }: Pick<StoredAction, 'id' | 'payload'>): boolean =>
    settled.has(id) && isSamePayload(settled.get(id) ?? payload, payload);
  const writes = new Map([...logged, ...actions].map((write) => [write.id, write]));
  const types = [...writes.values()].filter((write) => !isSettled(write)).map(({ type }) => type);
  const notes = types.filter((type) => type.endsWith('_NOTE')).length;
  const highlights = types.filter((type) => type.endsWith('_HIGHLIGHT')).length;
  const drafts = Object.keys(entries).filter((key) => key.includes('.draft.')).length;
  const sessions = storageKeys.activeSession in entries ? 1 : 0;
  return {
    notes,
    highlights,
    files: uploads.length,
    drafts,
    others: types.length - notes - highlights + sessions,
  };
}

export const totalOf = (counts: UnsentCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const isNothing = (unsent: Unsent): boolean => totalOf(countsOf(unsent)) === 0;

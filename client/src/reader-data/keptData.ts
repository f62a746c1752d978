import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { isSamePayload } from '../offline/queue/index.ts';
import { ownerOf, readersIn, type Unsent } from './unsent.ts';

/** Unsent data that is not cleared: it could not be sealed, or was made or changed while the rest was being sealed. */
export interface KeptData {
  /** @param record a queued write or a pending upload */
  hasRecord(record: unknown): boolean;
  /** @param key of local storage */
  hasEntry(key: string, text: string | null): boolean;
}

/**
 * @param done by reader: what was sealed, or had been sent already
 * @param unsealed readers whose unsent data could not be sealed
 * @param discard reader who has discarded everything
 */
export function createKeptData(
  done: ReadonlyMap<string, Unsent>,
  unsealed: ReadonlySet<string>,
  discard: string | null,
): KeptData {
  const payloads = new Map<string, unknown>();
  for (const { actions, uploads } of done.values()) {
    for (const { id, payload } of actions) payloads.set(id, payload);
    for (const { id } of uploads) payloads.set(id, undefined);
  }
  return {
    hasRecord(record) {
      const { id, userId, payload } = record as { id: string; userId?: unknown; payload?: unknown };
      if (typeof userId !== 'string' || userId === discard) return false;
      return !payloads.has(id) || !isSamePayload(payloads.get(id), payload);
    },
    hasEntry(key, text) {
      if (key === storageKeys.activeSession || key === storageKeys.sessionSeen)
        return readersIn(text).some((id) => unsealed.has(id));
      const owner = ownerOf(key, text);
      return owner !== null && owner !== discard && done.get(owner)?.entries[key] !== text;
    },
  };
}

import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { type BrowserPlaces, createKeptData, readerStores } from './readerStores.ts';
import { createSealedWrites, type SealedWrites } from './sealedWrites.ts';
import { isNothing, openAsItIs, type Unsent, unsentOf, whoHasUnsent } from './unsent.ts';

export interface ClearOptions {
  /** Id of the reader whose unsent writes are also removed. */
  discard?: string | null;
  /** Id of a reader whose unsent writes are neither sealed nor removed, since they are being offered as a file. */
  hold?: string | null;
}

export const browserPlaces = (local: Storage, session: Storage): BrowserPlaces => ({
  local,
  session,
  indexedDB: globalThis.indexedDB ?? null,
  caches: globalThis.caches ?? null,
  serviceWorker: navigator.serviceWorker ?? null,
});

/**
 * Removes all data of readers in this browser. Unsent writes are sealed (encrypted) first. If the key is missing, or
 * for those made meanwhile, they stay in the queue of their reader instead of being lost. Runs in one tab at a time.
 * @returns whether anything was sealed
 */
export async function clearReaders(
  places: BrowserPlaces,
  { discard = null, hold = null }: ClearOptions = {},
  sealed: SealedWrites = createSealedWrites(),
): Promise<boolean> {
  const clear = async (): Promise<boolean> => {
    let anySealed = false;
    const done = new Map<string, Unsent>();
    const unsealed = new Set<string>();
    const database = places.indexedDB && (await openAsItIs());
    try {
      for (const userId of await whoHasUnsent(database, places.local)) {
        if (userId === discard) continue;
        const unsent = await unsentOf(userId, database, places.local);
        const isNone = isNothing(unsent);
        const isSealed = !isNone && userId !== hold && (await sealed.seal(userId, unsent).catch(() => false));
        if (isNone || isSealed) done.set(userId, unsent);
        else unsealed.add(userId);
        anySealed ||= isSealed;
      }
    } finally {
      database?.close();
    }
    if (discard !== null) await sealed.discard(discard).catch(() => undefined);
    const kept = createKeptData(done, unsealed, discard);
    for (const store of readerStores) await store.clear(places, kept);
    await sealed.forgetKeys().catch(() => undefined);
    if (hold === null) places.local.setItem(storageKeys.dataOf, '');
    return anySealed;
  };
  const locks = navigator.locks as LockManager | undefined;
  return locks ? (locks.request('lectern-clear', clear) as Promise<boolean>) : clear();
}

/** The unsent data of this reader; null when there is none. */
export async function openUnsent(
  { indexedDB: factory, local }: BrowserPlaces,
  userId: string,
): Promise<Unsent | null> {
  const database = factory && (await openAsItIs());
  try {
    const unsent = await unsentOf(userId, database, local);
    return isNothing(unsent) ? null : unsent;
  } finally {
    database?.close();
  }
}

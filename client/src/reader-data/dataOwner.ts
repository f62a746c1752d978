import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { AuthState } from '../auth/authStore.ts';
import type { Unsent } from './unsent.ts';

/** Tracks whose data this browser stores, and clears it. The clearing code is loaded on demand: it is rarely needed. */
export interface DataOwner {
  /**
   * Called before this reader's data is opened: first removes data of another reader who was not signed out properly.
   * @param userId null while nobody is signed in yet
   */
  belongsTo(userId: string | null): Promise<void>;
  /**
   * Stores the owner of the data. If nobody is signed in, removes leftover data of readers: of a tab that was closed
   * while clearing, or of an earlier version that did not clear.
   */
  follow(auth: Readable<AuthState>): void;
  /**
   * Removes all data.
   * @param discard id of the reader whose unsent writes are not sealed
   * @returns whether any were sealed
   */
  clear(discard?: string): Promise<boolean>;
  /** Removes all data, but unsent writes only after `show`, which offers them, has resolved. */
  offer(userId: string, show: (unsent: Unsent) => Promise<void>): Promise<void>;
}

export function createDataOwner(local: Storage, session: Storage): DataOwner {
  const load = () => import('./clearReaders.ts');
  let clearing: Promise<boolean> = Promise.resolve(false);

  async function clear(discard?: string): Promise<boolean> {
    const { browserPlaces, clearReaders } = await load();
    return clearReaders(browserPlaces(local, session), { discard });
  }
  function clearOnce(): Promise<boolean> {
    clearing = clear().catch((error) => {
      console.error('What a reader left in this browser could not be removed.', error);
      return false;
    });
    return clearing;
  }

  async function forVisitor(): Promise<void> {
    const owner = ownerIn(local);
    if (owner === '') return;
    const names = owner === null ? await globalThis.indexedDB?.databases?.() : undefined;
    // For a visitor who never signed in here nothing is stored, not even the owner.
    if (owner !== null || names?.some(({ name }) => name === 'lectern')) await clearOnce();
  }

  const self: DataOwner = {
    clear,
    async belongsTo(userId) {
      await clearing;
      const owner = ownerIn(local);
      // Null: an earlier version did not store the owner; existing data is assumed to be this reader's.
      if (owner !== null && owner !== '' && owner !== userId) await clearOnce();
      if (userId !== null) local.setItem(storageKeys.dataOf, userId);
    },
    follow(auth) {
      const update = () => {
        const { status, user } = auth.get();
        if (status === 'signed-in') runInBackground(self.belongsTo(user?.id ?? null));
        else if (status === 'visitor') runInBackground(forVisitor());
      };
      auth.subscribe(update);
      update();
    },
    async offer(userId, show) {
      const { browserPlaces, clearReaders, openUnsent } = await load();
      const places = browserPlaces(local, session);
      const unsent = await openUnsent(places, userId);
      await clearReaders(places, {
        hold: unsent === null ? null : userId,
        discard: unsent === null ? userId : null,
      });
      if (unsent === null) return;
      await show(unsent);
      await clearReaders(places, { discard: userId });
    },
  };
  return self;
}

/** Id of the reader; '' for nobody, null when it was never stored or is invalid. */
function ownerIn(local: Storage): string | null {
  const stored = local.getItem(storageKeys.dataOf);
  return stored !== null && /^[\w-]*$/.test(stored) ? stored : null;
}

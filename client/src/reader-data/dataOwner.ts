import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { AuthState } from '../auth/authStore.ts';
import type { Unsent } from './unsent.ts';

/** Whose data this browser holds, and its end. The code that clears comes when it is needed: most visits need none. */
export interface DataOwner {
  /**
   * Before anything of this reader is opened: what another has left, who was never signed out properly, goes first.
   * @param userId null while nobody is signed in yet
   */
  belongsTo(userId: string | null): Promise<void>;
  /**
   * Writes down whose data it is; and where nobody is signed in, nothing of a reader may be: a tab that was closed
   * while it cleared is made up for, and so is a version of before that left everything where it was.
   */
  follow(auth: Readable<AuthState>): void;
  /**
   * Removes everything.
   * @param discard id of the reader whose unsent writes are not sealed
   * @returns whether any were
   */
  clear(discard?: string): Promise<boolean>;
  /** Removes everything, and what was not sent when `show`, which offers it, has resolved. */
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
    // Of a visitor who was never signed in here nothing is stored, not even that.
    if (owner !== null || names?.some(({ name }) => name === 'lectern')) await clearOnce();
  }

  const self: DataOwner = {
    clear,
    async belongsTo(userId) {
      await clearing;
      const owner = ownerIn(local);
      // Null: a browser of before this was written down; what is there is taken for this reader's.
      if (owner !== null && owner !== '' && owner !== userId) await clearOnce();
      if (userId !== null) local.setItem(storageKeys.dataOf, userId);
    },
    follow(auth) {
      const look = () => {
        const { status, user } = auth.get();
        if (status === 'signed-in') runInBackground(self.belongsTo(user?.id ?? null));
        else if (status === 'visitor') runInBackground(forVisitor());
      };
      auth.subscribe(look);
      look();
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

/** Id of the reader; '' for nobody's, null when it was never written down or is no id. */
function ownerIn(local: Storage): string | null {
  const stored = local.getItem(storageKeys.dataOf);
  return stored !== null && /^[\w-]*$/.test(stored) ? stored : null;
}

import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { openDB } from 'idb';
import { isSamePayload } from '../offline/queue/index.ts';
import { sealedDatabase } from './sealedWrites.ts';
import { ownerOf, readersIn, type Unsent } from './unsent.ts';

/** The browser's storages; tests pass their own. */
export interface BrowserPlaces {
  local: Storage;
  session: Storage;
  /** Null if not supported. */
  indexedDB: IDBFactory | null;
  caches: CacheStorage | null;
  serviceWorker: Pick<ServiceWorkerContainer, 'controller'> | null;
}

/** A browser storage that contains data of readers. */
interface ReaderStore {
  name: string;
  /** The readers' data in it. */
  holds: string;
  /** Data of the browser or the app, which is kept. */
  stays: string;
  /** Clears it. @param kept is not cleared */
  clear(places: BrowserPlaces, kept: KeptData): Promise<void>;
}

/** Entries of the browser, independent of the reader. All other entries belong to a reader. */
const ofBrowser: ReadonlySet<string> = new Set([
  storageKeys.staySignedIn,
  storageKeys.theme,
  storageKeys.language,
  storageKeys.cookieConsent,
  storageKeys.installDismissed,
  storageKeys.registry,
  storageKeys.overrides,
  storageKeys.remoteLink,
  storageKeys.notice,
  storageKeys.dataOf,
]);
/** Removed by the auth session (auth/tokenStorage.ts) before everything else, so that other tabs leave. */
const ofSignIn: ReadonlySet<string> = new Set([storageKeys.token, storageKeys.user]);
const ofVisitor = `${storageKeys.preferences}.visitor.`;
/** Caches of the remotes' code, shared by all readers. */
const cachesOfApp = /^lectern-(remote-|registry$)/;

function clearEntries(storage: Storage, keep: (key: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys)
    if (key.startsWith('lectern.') && !ofBrowser.has(key) && !ofSignIn.has(key) && !key.startsWith(ofVisitor))
      if (!keep(key)) storage.removeItem(key);
}

/** Database names from the browser, if it can list them; otherwise the current ones. */
async function databasesIn(factory: IDBFactory): Promise<string[]> {
  const listed = await factory.databases?.();
  const names = listed?.map(({ name }) => name ?? '') ?? ['lectern', 'lectern-cache'];
  return names.filter((name) => name.startsWith('lectern') && !name.startsWith(sealedDatabase));
}

/**
 * All browser storages with data of readers. Everything not listed as the browser's or the app's own is
 * cleared, so that new entries, stores and caches are treated as a reader's by default.
 */
export const readerStores: readonly ReaderStore[] = [
  {
    name: 'Local storage (`lectern.*`)',
    holds:
      'token and reader, preferences, texts that are being written, the write-ahead log of the queue, sessions, the last searches and actions, where the session widget stands',
    stays:
      'theme, language, consent, "stay signed in", whether installing was put off, the registry of remotes, overrides, preferences of a visitor',
    async clear({ local }, kept) {
      clearEntries(local, (key) => kept.hasEntry(key, local.getItem(key)));
    },
  },
  {
    name: 'Session storage (`lectern.*`)',
    holds: 'token and reader of a sign-in that ends with the tab, the id of the tab',
    stays: 'the sentence for the next page',
    async clear({ session }) {
      clearEntries(session, () => false);
    },
  },
  {
    name: 'IndexedDB (`lectern`, `lectern-cache`, any other `lectern*`)',
    holds:
      'downloaded books, places, notes written here, the queue of writes, files that wait to be uploaded, the request cache',
    stays:
      '`lectern-sealed`: unsent writes, encrypted, unreadable without the key that the server gives at sign-in',
    async clear({ indexedDB: factory }, kept) {
      if (factory === null) return;
      for (const name of await databasesIn(factory)) {
        const database = await openDB(name);
        try {
          for (const store of database.objectStoreNames) {
            const transaction = database.transaction(store, 'readwrite');
            if (store !== 'sync_queue' && store !== 'uploads') await transaction.store.clear();
            else
              for await (const cursor of transaction.store)
                if (!kept.hasRecord(cursor.value)) await cursor.delete();
            await transaction.done;
          }
        } finally {
          database.close();
        }
      }
    },
  },
  {
    name: 'Cache Storage (`lectern-*`)',
    holds: 'covers, files and text of downloaded books, dictionaries, files shared with the app',
    stays: 'the app and its remotes, which are the same for everybody',
    async clear({ caches, serviceWorker }) {
      // A cover that is still being fetched must not be cached after this.
      serviceWorker?.controller?.postMessage({ type: 'FORGET_READER' });
      for (const name of (await caches?.keys()) ?? [])
        if (name.startsWith('lectern-') && !cachesOfApp.test(name)) await caches?.delete(name);
    },
  },
];

/** Unsent data that is not cleared: it could not be sealed, or was made or changed while the rest was being sealed. */
export type KeptData = ReturnType<typeof createKeptData>;

/**
 * @param done by reader: what was sealed, or had been sent already
 * @param unsealed readers whose unsent data could not be sealed
 * @param discard reader who has discarded everything
 */
export function createKeptData(
  done: ReadonlyMap<string, Unsent>,
  unsealed: ReadonlySet<string>,
  discard: string | null,
) {
  const payloads = new Map<string, unknown>();
  for (const { actions, uploads } of done.values()) {
    for (const { id, payload } of actions) payloads.set(id, payload);
    for (const { id } of uploads) payloads.set(id, undefined);
  }
  return {
    /** @param record a queued write or a pending upload */
    hasRecord(record: unknown) {
      const { id, userId, payload } = record as { id: string; userId?: unknown; payload?: unknown };
      if (typeof userId !== 'string' || userId === discard) return false;
      return !payloads.has(id) || !isSamePayload(payloads.get(id), payload);
    },
    /** @param key of local storage */
    hasEntry(key: string, text: string | null) {
      if (key === storageKeys.activeSession || key === storageKeys.sessionSeen)
        return readersIn(text).some((id) => unsealed.has(id));
      const owner = ownerOf(key, text);
      return owner !== null && owner !== discard && done.get(owner)?.entries[key] !== text;
    },
  };
}

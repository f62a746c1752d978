import type { LecternDatabase, StoredUpload } from '../offline/storage/database.ts';
import { isStoredUpload } from '../offline/storage/storedShapes.ts';

/**
 * Files that wait to be uploaded: in the database, so that they survive a closed tab, and those that this page has
 * added also in memory, since the database may have no room for them, or be deleted.
 */
export interface UploadStore {
  get(id: string): Promise<StoredUpload | undefined>;
  /** Its id on the server: the end of its address there; undefined before the server has accepted it. */
  serverIdOf(id: string): Promise<string | undefined>;
  /** The uploads of a reader, oldest first; none without a database. */
  ofUser(userId: string | null): Promise<StoredUpload[]>;
  add(uploads: readonly StoredUpload[]): Promise<void>;
  update(id: string, change: Partial<StoredUpload>): Promise<void>;
  delete(id: string): Promise<void>;
  /** Deletes it from memory, after another tab has deleted it from the database. */
  forget(id: string): void;
}

/** @param database gets the open database, each time, since it may have been closed */
export function createUploadStore(database: () => Promise<LecternDatabase>): UploadStore {
  const inMemory = new Map<string, StoredUpload>();

  async function get(id: string): Promise<StoredUpload | undefined> {
    const upload = await database()
      .then((open) => open.get('uploads', id))
      .catch(() => undefined);
    return isStoredUpload(upload) ? upload : inMemory.get(id);
  }

  return {
    get,
    serverIdOf: async (id) => (await get(id))?.url?.split('/').pop(),

    async ofUser(userId) {
      if (userId === null) return [];
      try {
        const uploads = await (await database()).getAllFromIndex('uploads', 'userId', userId);
        return uploads.filter(isStoredUpload).sort((a, b) => a.addedAt - b.addedAt);
      } catch {
        return [];
      }
    },

    async add(uploads) {
      for (const upload of uploads) inMemory.set(upload.id, upload);
      try {
        const transaction = (await database()).transaction('uploads', 'readwrite');
        await Promise.all([...uploads.map((upload) => transaction.store.put(upload)), transaction.done]);
      } catch {
        // Sent from memory while the page is open.
      }
    },

    async update(id, change) {
      const copy = inMemory.get(id);
      if (copy) inMemory.set(id, { ...copy, ...change });
      const write = async () => {
        const transaction = (await database()).transaction('uploads', 'readwrite');
        const upload = await transaction.store.get(id);
        if (upload) await transaction.store.put({ ...upload, ...change });
        await transaction.done;
      };
      await (copy ? write().catch(() => undefined) : write());
    },

    async delete(id) {
      const wasInMemory = inMemory.delete(id);
      const write = async () => (await database()).delete('uploads', id);
      await (wasInMemory ? write().catch(() => undefined) : write());
    },

    forget: (id) => inMemory.delete(id),
  };
}

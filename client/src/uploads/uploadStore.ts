import type { LecternDatabase, StoredUpload } from '../offline/storage/database.ts';
import { isStoredUpload } from '../offline/storage/storedShapes.ts';

export type UploadStore = ReturnType<typeof createUploadStore>;

/**
 * Files that wait to be uploaded: in the database, so that they survive a closed tab, and those that this page has
 * added also in memory, since the database may have no room for them, or be deleted.
 * @param database gets the open database, each time, since it may have been closed
 */
export function createUploadStore(database: () => Promise<LecternDatabase>) {
  const inMemory = new Map<string, StoredUpload>();

  async function get(id: string): Promise<StoredUpload | undefined> {
    const upload = await database()
      .then((open) => open.get('uploads', id))
      .catch(() => undefined);
    return isStoredUpload(upload) ? upload : inMemory.get(id);
  }

  return {
    get,
    /** Its id on the server: the end of its address there; undefined before the server has accepted it. */
    serverIdOf: async (id: string) => (await get(id))?.url?.split('/').pop(),

    /** The uploads of a reader, oldest first; none without a database. */
    async ofUser(userId: string | null) {
      if (userId === null) return [];
      try {
        const uploads = await (await database()).getAllFromIndex('uploads', 'userId', userId);
        return uploads.filter(isStoredUpload).sort((a, b) => a.addedAt - b.addedAt);
      } catch {
        return [];
      }
    },

    async add(uploads: readonly StoredUpload[]) {
      for (const upload of uploads) inMemory.set(upload.id, upload);
      try {
        const transaction = (await database()).transaction('uploads', 'readwrite');
        await Promise.all([...uploads.map((upload) => transaction.store.put(upload)), transaction.done]);
      } catch {
        // Sent from memory while the page is open.
      }
    },

    async update(id: string, change: Partial<StoredUpload>) {
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

    async delete(id: string) {
      const wasInMemory = inMemory.delete(id);
      const write = async () => (await database()).delete('uploads', id);
      await (wasInMemory ? write().catch(() => undefined) : write());
    },

    /** Deletes it from memory, after another tab has deleted it from the database. */
    forget: (id: string) => inMemory.delete(id),
  };
}

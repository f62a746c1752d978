import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { StoredUpload } from '../offline/storage/database.ts';
import type { Unsent } from './unsent.ts';

/**
 * Unsent writes of signed-out readers, encrypted (AES-GCM, 256 bits) with a key that the server gives only to that
 * reader after sign-in. While the reader is signed in, the key is stored here, not extractable, so that sealing
 * works offline; it is removed at sign-out. docs/decisions.md.
 */
interface SealedSchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  sealed: { key: string; value: Sealed; indexes: { userId: string } };
  /** Files in chunks: `<sealed>/<upload>/<part>`. */
  parts: { key: string; value: Ciphertext };
}

interface Ciphertext {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

interface Sealed extends Ciphertext {
  id: string;
  userId: string;
}

/** A pending upload whose file is in `parts`. */
type SealedFile = Omit<StoredUpload, 'file'> & { parts: number };

interface Plain extends Omit<Unsent, 'uploads'> {
  uploads: SealedFile[];
}

export type SealedWrites = ReturnType<typeof createSealedWrites>;

export const sealedDatabase = 'lectern-sealed';
/** Bytes of a file that are encrypted at once. */
const partSize = 4 * 1024 * 1024;

export function createSealedWrites(name = sealedDatabase) {
  let opening: Promise<IDBPDatabase<SealedSchema>> | null = null;
  const opened = (): Promise<IDBPDatabase<SealedSchema>> => {
    opening ??= openDB<SealedSchema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('keys');
        database.createObjectStore('sealed', { keyPath: 'id' }).createIndex('userId', 'userId');
        database.createObjectStore('parts');
      },
      terminated() {
        opening = null;
      },
    });
    opening.catch(() => {
      opening = null;
    });
    return opening;
  };

  /** Key range of the chunks of a file, or of all files that were sealed together. */
  const partsOf = (prefix: string) => IDBKeyRange.bound(`${prefix}/`, `${prefix}/\uffff`);

  async function remove(id: string): Promise<void> {
    const transaction = (await opened()).transaction(['sealed', 'parts'], 'readwrite');
    await Promise.all([
      transaction.objectStore('sealed').delete(id),
      transaction.objectStore('parts').delete(partsOf(id)),
      transaction.done,
    ]);
  }

  return {
    hasKey: async (userId: string) => (await (await opened()).getKey('keys', userId)) !== undefined,
    /** @param key 32 bytes in base64url, from the server */
    async keepKey(userId: string, key: string) {
      const usages: KeyUsage[] = ['encrypt', 'decrypt'];
      const imported = await crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, usages);
      await (await opened()).put('keys', imported, userId);
    },
    /** Returns false and does nothing when the key is missing. */
    async seal(userId: string, { actions, entries, uploads }: Unsent) {
      const database = await opened();
      const key = await database.get('keys', userId);
      if (key === undefined) return false;
      const id = crypto.randomUUID();
      const files: SealedFile[] = [];
      for (const upload of uploads) files.push(await sealFile(database, key, id, upload));
      const plain: Plain = { actions, entries, uploads: files };
      const encoded = new TextEncoder().encode(JSON.stringify(plain));
      const ciphertext = await encrypt(key, encoded, `${id}/${userId}`);
      // Last: its presence means that everything is complete.
      const transaction = database.transaction('sealed', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put({ id, userId, ...ciphertext }), transaction.done]);
      return true;
    },
    /** Decrypts this reader's sealed writes, oldest first; empty without the key. They are kept until `remove`. */
    async open(userId: string) {
      const database = await opened();
      const key = await database.get('keys', userId);
      if (key === undefined) return [];
      const unsealed: { id: string; unsent: Unsent }[] = [];
      for (const { id, ...ciphertext } of await database.getAllFromIndex('sealed', 'userId', userId)) {
        const text = new TextDecoder().decode(await decrypt(key, ciphertext, `${id}/${userId}`));
        const { actions, entries, uploads } = JSON.parse(text) as Plain;
        const files: StoredUpload[] = [];
        for (const file of uploads) files.push(await openFile(await opened(), key, id, file));
        unsealed.push({ id, unsent: { actions, entries, uploads: files } });
      }
      const firstOf = ({ unsent }: (typeof unsealed)[number]) => unsent.actions[0]?.timestamp ?? 0;
      return unsealed.toSorted((a, b) => firstOf(a) - firstOf(b));
    },
    has: async (userId: string) => (await (await opened()).countFromIndex('sealed', 'userId', userId)) > 0,
    remove,
    /** Removes all keys at sign-out. */
    forgetKeys: async () => (await opened()).clear('keys'),
    /** Deletes all sealed writes of a reader who has discarded them or deleted the account. */
    async discard(userId: string) {
      for (const id of await (await opened()).getAllKeysFromIndex('sealed', 'userId', userId))
        await remove(id);
    },
  };
}

async function sealFile(
  database: IDBPDatabase<SealedSchema>,
  key: CryptoKey,
  id: string,
  { file, ...upload }: StoredUpload,
): Promise<SealedFile> {
  const parts = Math.ceil(file.size / partSize);
  for (let part = 0; part < parts; part += 1) {
    const partKey = `${id}/${upload.id}/${part}`;
    const bytes = await file.slice(part * partSize, (part + 1) * partSize).arrayBuffer();
    await database.put('parts', await encrypt(key, bytes, partKey), partKey);
  }
  return { ...upload, parts };
}

async function openFile(
  database: IDBPDatabase<SealedSchema>,
  key: CryptoKey,
  id: string,
  { parts, ...upload }: SealedFile,
): Promise<StoredUpload> {
  const bytes: ArrayBuffer[] = [];
  for (let part = 0; part < parts; part += 1) {
    const partKey = `${id}/${upload.id}/${part}`;
    const sealedPart = await database.get('parts', partKey);
    if (sealedPart === undefined) throw new Error('A part of a sealed file is missing.');
    bytes.push(await decrypt(key, sealedPart, partKey));
  }
  return { ...upload, file: new Blob(bytes, { type: upload.type }) };
}

/** @param partKey additional data that binds a chunk to its place, so that chunks cannot be swapped */
async function encrypt(key: CryptoKey, bytes: BufferSource, partKey: string): Promise<Ciphertext> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = new TextEncoder().encode(partKey);
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes) };
}

function decrypt(key: CryptoKey, { iv, bytes }: Ciphertext, partKey: string): Promise<ArrayBuffer> {
  const additionalData = new TextEncoder().encode(partKey);
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

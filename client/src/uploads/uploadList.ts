import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { HostApi, NetworkState, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { LecternDatabase, StoredUpload } from '../offline/storage/database.ts';
import type { Sending, SendPorts } from './sendFile.ts';

/** Messages between tabs: one tab sends a file, all show its progress. */
export type UploadMessage =
  | { kind: 'item'; item: UploadItem }
  | { kind: 'added' }
  | { kind: 'pause' | 'cancel'; id: string };

/** The uploads that are shown. */
export type UploadList = ReturnType<typeof createUploadList>;

/** @param post sends a message to the other tabs */
export function createUploadList(post: (message: UploadMessage) => void) {
  const items = createWritable<readonly UploadItem[]>([]);
  const find = (id: string) => items.get().find((item) => item.id === id);
  const show = (id: string, next: Partial<UploadItem>) =>
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...next } : item)));
  return {
    items,
    find,
    /** Changes an item in this tab. */
    show,
    /** Changes an item in all tabs. */
    change(id: string, next: Partial<UploadItem>) {
      show(id, next);
      const changed = find(id);
      if (changed) post({ kind: 'item', item: changed });
    },
    remove: (id: string) => items.set(items.get().filter((item) => item.id !== id)),
  };
}

export const isOver = ({ state }: UploadItem): boolean => state === 'done' || state === 'refused';

export interface UploadPorts {
  database: Promise<LecternDatabase>;
  api: HostApi;
  /** The tus endpoint: <root>/uploads/files */
  endpoint: string;
  userId: Readable<string | null>;
  network: Readable<NetworkState>;
  headers(): Record<string, string>;
  /** Refreshes the access token. False when the reader must sign in again. */
  refresh(): Promise<boolean>;
  /**
   * @param book null for a calibre library, whose books follow
   * @param isReplaced whether the book had another file before
   */
  onAdded(book: Book | null, isReplaced: boolean): void;
  send?: (upload: StoredUpload, ports: SendPorts) => Sending;
  wait?: (milliseconds: number) => Promise<void>;
  /** setTimeout */
  later?: (work: () => void, milliseconds: number) => unknown;
  /** Channel to other tabs; null if not supported. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  locks?: LockManager | null;
}

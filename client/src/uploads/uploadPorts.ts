import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { HostApi, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { LecternDatabase, StoredUpload } from '../offline/storage/database.ts';
import type { Sending, SendPorts } from './sendFile.ts';

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
  /** @param isReplaced whether the book had another file before */
  onAdded(book: Book, isReplaced: boolean): void;
  send?: (upload: StoredUpload, ports: SendPorts) => Sending;
  wait?: (milliseconds: number) => Promise<void>;
  /** setTimeout */
  later?: (work: () => void, milliseconds: number) => unknown;
  /** Channel to other tabs; null if not supported. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  locks?: LockManager | null;
}

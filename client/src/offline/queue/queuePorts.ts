import type { CallRequest, RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { CallOptions } from '../../api/client.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import type { Network } from '../network/network.ts';
import type { ServerClock } from '../network/serverClock.ts';
import type { StoredAction } from './storedAction.ts';
import type { Exclusively, TabChannel } from './tabs.ts';
import type { WriteAheadLog } from './writeAheadLog.ts';

/** One step of the queue, as a function of the reader's writes. It may be called more than once. */
export type Decide = (actions: readonly StoredAction[]) => readonly StoredAction[];

export type Durability = 'strict' | 'relaxed';

export interface QueueStore {
  /** The user's writes, oldest first. */
  all(userId: string): Promise<readonly StoredAction[]>;
  /**
   * One step of the queue: `decide` sees the user's writes and says what they shall be, and nothing happens in between,
   * in this tab or another. Resolves with them once the transaction has completed; 'strict' asks the browser to have it
   * on the disk by then, and not only on its way there.
   */
  change(userId: string, decide: Decide, durability?: Durability): Promise<readonly StoredAction[]>;
  /**
   * Raised by each step of the user's writes, from wherever this database began; as of the last look at them. Null when
   * it has none.
   */
  revision?(userId: string): number | null;
  /** False while the reader's writes are in memory only; see survivingStore.ts. */
  isKept?(userId: string): boolean;
  /** Another tab has the database: the next step looks for it, too, unless it was full. */
  reopen?(): void;
}

/** What the queue needs from outside. */
export interface QueuePorts {
  store: QueueStore;
  /** What a page that was closed could not finish. */
  writeAheadLog: WriteAheadLog;
  types: ActionTypes;
  /** Brings those of these types that are not known yet, where a remote owns them. Never rejects. */
  loadTypes?(types: Iterable<string>): Promise<void>;
  call(key: RouteKey, request: CallRequest<RouteKey>, options: CallOptions): Promise<unknown>;
  user: Readable<{ id: string } | null>;
  network: Pick<Network, 'state' | 'check'>;
  /** Without it the clock is taken to be as wrong when a write is sent as it was when the write was made. */
  serverClock?: Pick<ServerClock, 'difference'>;
  events: Pick<HostEvents, 'emit'>;
  exclusively: Exclusively;
  /** To the other tabs of this browser. */
  channel: TabChannel;
  /** Makes writes of one reader part of what is known, before they leave the queue. */
  commit(actions: readonly StoredAction[]): Promise<void>;
  /** The browser's database is full: drops what can be fetched again. */
  makeRoom?(): Promise<void>;
  page?: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  now?(): number;
  /** 0..1, for the jitter of pauses. */
  random?(): number;
  newId?(): string;
}

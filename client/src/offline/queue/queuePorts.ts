import type { CallRequest, RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { CallOptions } from '../../api/transport.ts';
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
   * One atomic step of the queue: `decide` gets the user's writes and returns the new ones; no other step of this or
   * another tab happens in between. Resolves with the new writes once the transaction has completed; with 'strict' the
   * browser is asked to have flushed it to disk by then.
   */
  change(userId: string, decide: Decide, durability?: Durability): Promise<readonly StoredAction[]>;
  /**
   * The revision of the user's writes as this tab last saw it. Each step raises it; the first one differs from database
   * to database. Null when there is none.
   */
  revision?(userId: string): number | null;
  /** False while the reader's writes are only in memory; see survivingStore.ts. */
  isKept?(userId: string): boolean;
  /** Another tab has the database: the next step tries to open it, unless it was full. */
  reopen?(): void;
}

/** What the queue needs from outside. */
export interface QueuePorts {
  store: QueueStore;
  /** Writes that a closed page could not finish. */
  writeAheadLog: WriteAheadLog;
  types: ActionTypes;
  /** Loads those of these types that are not known yet and belong to a remote. Never rejects. */
  loadTypes?(types: Iterable<string>): Promise<void>;
  call(key: RouteKey, request: CallRequest<RouteKey>, options: CallOptions): Promise<unknown>;
  user: Readable<{ id: string } | null>;
  network: Pick<Network, 'state' | 'check'>;
  /** Without it the clock is assumed not to have been set between the making and the sending of a write. */
  serverClock?: Pick<ServerClock, 'difference'>;
  events: Pick<HostEvents, 'emit'>;
  /** Called when the server has refused a write for the first time; it is tried again some times. */
  onRefused?(action: Pick<StoredAction, 'type'>, error: string): void;
  exclusively: Exclusively;
  /** To the other tabs of this browser. */
  channel: TabChannel;
  /** Makes writes of one reader part of the cached answers, before they leave the queue. */
  commit(actions: readonly StoredAction[]): Promise<void>;
  page?: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  now?(): number;
  /** 0..1, for the jitter of pauses. */
  random?(): number;
  newId?(): string;
}

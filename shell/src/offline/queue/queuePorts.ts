import type { CallRequest, RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { CallOptions } from '../../api/client.ts';
import type { Network } from '../network.ts';
import type { ActionTypes } from './actionTypes.ts';
import type { Exclusively } from './flushLock.ts';
import type { QueueStore } from './queueStore.ts';
import type { StoredAction } from './storedAction.ts';
import type { WriteAheadLog } from './writeAheadLog.ts';

/** What the queue asks of the world. */
export interface QueuePorts {
  /** Null where this browser can keep nothing: then every write goes to the server at once or fails. */
  store: Promise<QueueStore | null>;
  /** What a page that was closed could not finish. */
  writeAheadLog: WriteAheadLog;
  types: ActionTypes;
  call(key: RouteKey, request: CallRequest<RouteKey>, options: CallOptions): Promise<unknown>;
  user: Readable<{ id: string } | null>;
  network: Pick<Network, 'state' | 'check'>;
  events: Pick<HostEvents, 'emit'>;
  exclusively: Exclusively;
  /** To the other tabs of this browser; null where there is no way. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
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

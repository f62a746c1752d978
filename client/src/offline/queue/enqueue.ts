import type { HostSync } from '@lectern/shared-contracts/contract/host.ts';
import { ApiError, apiTexts } from '../../api/hostError.ts';
import { unfitPayload, unknownType } from '../common/actionTypes.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import type { ActionCache } from './actionCache.ts';
import { added } from './addAction.ts';
import type { LogReplay } from './logReplay.ts';
import type { QueuePorts } from './queuePorts.ts';
import { otherTabs } from './tabOrder.ts';
import * as transitions from './transitions.ts';

export interface EnqueuePorts extends QueuePorts {
  cache: ActionCache;
  log: LogReplay;
  now(): number;
  newId(): string;
  /** Resolves when the reader's stored writes are loaded. */
  loaded(): Promise<void>;
  flushNow(): Promise<unknown>;
  /** Starts to send, without waiting for it. */
  flush(): void;
}

/**
 * Adds writes to the queue: first to the write-ahead log, which is synchronous, then to the database. Then the queue
 * is flushed. The returned function throws ApiError `storage` when a write can be neither stored nor sent.
 */
export function createEnqueue(ports: EnqueuePorts): HostSync['enqueue'] {
  const { types, writeAheadLog, cache, log, network, now } = ports;

  /** Sends a write at once that cannot be stored here. @throws ApiError `storage` when that fails */
  async function sendWithoutStoring(userId: string, id: string): Promise<void> {
    await ports.flushNow();
    if (!cache.has(id)) return;
    await cache.change(userId, (actions) => transitions.removed(actions, id));
    throw storageFull();
  }

  return async (name, payload, { id = ports.newId(), holdFor, insteadOf } = {}) => {
    if (types.get(name) === undefined) await ports.loadTypes?.([name]);
    const type = types.get(name);
    if (type === undefined) throw unknownType(name);
    if (type.accepts?.(payload) === false) throw unfitPayload(name);
    const { userId } = cache;
    if (userId === undefined) throw new Error('Nobody is signed in.');
    const newest = cache.actions.get().at(-1)?.timestamp;
    const clockOff = ports.serverClock?.difference() ?? undefined;
    const order = writeAheadLog.add({ id, payload, userId, type: name, insteadOf, clockOff }, newest);
    try {
      // Writes that an earlier page left behind come first.
      await ports.loaded().catch(() => {});
      const action = { id, payload, userId, holdFor, insteadOf, order, clockOff };
      const others = otherTabs(ports, userId);
      await cache.change(userId, (all) => added(all, type, action, now(), others), 'strict');
      if (log.isStoredNowhere(userId, id)) await sendWithoutStoring(userId, id);
    } catch (error) {
      const problem = isQuotaError(error) ? storageFull() : error;
      if (problem instanceof ApiError)
        ports.events.emit('syncActionFailed', { id, type: name, error: problem.message });
      throw problem;
    } finally {
      await log.forget(userId, id);
    }
    if (network.state.get() !== 'offline') ports.flush();
  };
}

/** This browser has no space for a write. */
export const storageFull = (): ApiError => new ApiError(apiTexts.storage, 0, 'storage');

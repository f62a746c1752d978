import type { HostSync } from '@lectern/shared-contracts/contract/host.ts';
import { entityOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { ApiError, apiTexts } from '../../common/hostError.ts';
import { unfitPayload, unknownType } from '../common/actionTypes.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import type { ActionCache } from './actionCache.ts';
import { added, otherTabs } from './addAction.ts';
import type { Decide, QueuePorts } from './queuePorts.ts';
import { isSamePayload, type StoredAction } from './storedAction.ts';
import * as transitions from './transitions.ts';
import type { LogEntry } from './writeAheadLog.ts';

interface EnqueuePorts extends QueuePorts {
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

/** Brings the write-ahead log and the database together. */
export type LogReplay = ReturnType<typeof createLogReplay>;

export function createLogReplay(
  { writeAheadLog, types, store }: Pick<QueuePorts, 'writeAheadLog' | 'types' | 'store'>,
  cache: ActionCache,
  now: () => number,
) {
  const isInMemoryOnly = (userId: string): boolean => store.isKept?.(userId) === false;

  async function forget(userId: string, id: string): Promise<void> {
    if (!isInMemoryOnly(userId) || !cache.has(id)) writeAheadLog.remove(id);
  }

  /**
   * Removes the entry, unless this tab has the write only in memory and has no entry of its own for it. A write that
   * was sent stays marked as sent until the database, which still has it, has been changed.
   */
  function removeReplayed(userId: string, { id, tab, settled = false }: LogEntry): void {
    const isOwn = tab === writeAheadLog.tab;
    const hasItsOwn = !isOwn && writeAheadLog.has(id);
    const isUnneeded = !cache.has(id) && !(settled && isOwn);
    if (!isInMemoryOnly(userId) || isUnneeded || hasItsOwn) writeAheadLog.remove(id, tab);
  }

  /** The write was sent or discarded in this version; another version of it still waits. */
  const isSettled = (entry: LogEntry, { id, payload }: StoredAction): boolean =>
    id === entry.id && (entry.payload === undefined || isSamePayload(entry.payload, payload));

  /** A tab without its database has sent or discarded them. Its log entries stay until it has its database again. */
  async function removeSettledElsewhere(userId: string | undefined): Promise<void> {
    const settled = writeAheadLog.ofOtherTabs().filter((entry) => entry.settled && entry.userId === userId);
    const byId = new Map(settled.map((entry) => [entry.id, entry]));
    const isWaiting = (action: StoredAction): boolean => {
      const entry = byId.get(action.id);
      return entry === undefined || !isSettled(entry, action);
    };
    if (userId === undefined || cache.actions.get().every(isWaiting)) return;
    await cache.change(userId, (actions) => actions.filter(isWaiting), 'strict');
  }

  return {
    /** Removes a write from the log, unless it is stored nowhere else. */
    forget,
    /** Whether neither the database nor the log has room for this waiting write. */
    isStoredNowhere: (userId: string, id: string) =>
      isInMemoryOnly(userId) && !writeAheadLog.has(id) && cache.has(id),
    /** Queues writes that a closed page had begun, and removes writes that another tab has sent or discarded. */
    async replay() {
      const { userId } = cache;
      await removeSettledElsewhere(userId);
      for (const entry of writeAheadLog.leftBehind()) {
        if (userId === undefined || entry.userId !== userId) continue;
        const type = types.get(entry.type);
        // Without the type, or when this version of it cannot read the payload, the write stays in the log.
        const isReadable = type !== undefined && entityOf(type, entry.payload) !== null;
        if (!isReadable && !entry.settled) continue;
        const step: Decide = (actions) => {
          // Its tab was not closed, and has put the write into the database itself; it may have been sent since.
          if (!writeAheadLog.has(entry.id, entry.tab)) return actions;
          if (type === undefined || entry.settled)
            return actions.filter((action) => !isSettled(entry, action));
          return added(actions, type, { ...entry, userId, isLeft: true }, now());
        };
        await cache.change(userId, step, 'strict');
        removeReplayed(userId, entry);
      }
    },
  };
}

/**
 * The queue of the reader's writes: keeps each write in the browser until the server has it. It knows no React, no
 * database and no server; the shell hands it those as ports (queuePorts.ts). See docs/sync.md.
 *
 * - queue.ts: the queue itself; readerCommands.ts: retry, drop, Sync Now
 * - actionCache.ts: the waiting writes as this tab knows them; addAction.ts, transitions.ts: all changes to them
 * - sender.ts, sendAction.ts: sending, and what an answer means; scheduler.ts, sendPause.ts: what goes next, and when
 * - writeAheadLog.ts, logReplay.ts: writes of a page that was closed; survivingStore.ts: a database that goes away
 * - queueTimers.ts, tabs.ts: when it works by itself, and the other tabs
 */
export { type ActionTypes, createActionTypes } from '../common/actionTypes.ts';
export { createQueue, type Queue } from './queue.ts';
export type { Decide, Durability, QueueStore } from './queuePorts.ts';
export { retryPauseAfter } from './scheduler.ts';
export { isPermanentlyFailed, isSamePayload, type StoredAction } from './storedAction.ts';
export { createSurvivingStore } from './survivingStore.ts';
export { createFlushLock } from './tabs.ts';
export { createWriteAheadLog, logKeyPrefix, type WriteAheadLog } from './writeAheadLog.ts';

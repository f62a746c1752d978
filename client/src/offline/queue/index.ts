/**
 * The queue of the reader's writes: keeps each write in the browser until the server has it. It has no React, no
 * database and no server; createOffline.ts passes those in as ports (queuePorts.ts). See docs/sync.md.
 *
 * - queue.ts: the queue itself, and when it sends; enqueue.ts: adding a write, also of a page that was closed;
 *   readerCommands.ts: retry, drop, Sync Now
 * - storedAction.ts: a waiting write; addAction.ts, transitions.ts: all changes to the list, without side effects
 * - actionCache.ts: the list as this tab knows it, and the only way to change it; syncStatus.ts: how it is shown
 * - sender.ts: sending, and what an answer means
 * - scheduler.ts, sendPause.ts: what is sent next, and when
 * - tabs.ts: the other tabs
 * - writeAheadLog.ts: what keeps a write until the database has it
 * - survivingStore.ts: a database that is closed, deleted, full or missing
 */
export { type ActionTypes, createActionTypes } from '../common/actionTypes.ts';
export { createQueue, type Queue } from './queue.ts';
export type { QueueStore } from './queuePorts.ts';
export { retryPauseAfter } from './scheduler.ts';
export { isPermanentlyFailed, isSamePayload, type StoredAction } from './storedAction.ts';
export { createSurvivingStore } from './survivingStore.ts';
export { createFlushLock } from './tabs.ts';
export { createWriteAheadLog, logKeyPrefix, type WriteAheadLog } from './writeAheadLog.ts';

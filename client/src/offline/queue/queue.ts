import type { HostSync } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { apiTexts } from '../../api/hostError.ts';
import { singleFlight } from '../common/singleFlight.ts';
import { ActionCache } from './actionCache.ts';
import { createEnqueue, noRoom } from './enqueue.ts';
import { createLogReplay } from './logReplay.ts';
import type { QueuePorts } from './queuePorts.ts';
import { QueueTimers } from './queueTimers.ts';
import { createReaderCommands } from './readerCommands.ts';
import { nextMoment } from './scheduler.ts';
import { createSender, type FlushReport } from './sender.ts';
import { createSendPause } from './sendPause.ts';
import { isSameWrite, type StoredAction } from './storedAction.ts';
import { isReadersChange, SyncStatus } from './syncStatus.ts';
import { connectTabs, type TabMessage } from './tabs.ts';
import * as transitions from './transitions.ts';

export interface Queue extends HostSync {
  /** The reader's waiting writes, oldest first. They are applied to every read. */
  waiting: Readable<readonly StoredAction[]>;
  /** Sends all writes that can be sent now. Resolves with the result. */
  flushNow(): Promise<FlushReport>;
  /** Resolves once the reader's waiting writes are loaded, so that nothing is shown without them. */
  loaded(): Promise<void>;
  /** Stores writes that are only in this tab's memory. @returns false without room in the database and the log */
  keepAll(): Promise<boolean>;
  /**
   * Puts back writes that were sealed at a sign-out, under the same ids. The next flush sends them.
   * @throws ApiError `storage` when there is no room: they are sent, and must stay sealed until then
   */
  restore(userId: string, actions: readonly StoredAction[]): Promise<void>;
  /**
   * Loads the stored writes and then sends automatically: every 30 s, when the tab is shown, when the network is back.
   * @returns a function that stops it
   */
  start(): Promise<() => void>;
}

/** The queue of the reader's writes. */
export function createQueue(ports: QueuePorts): Queue {
  const { types, writeAheadLog, user, network, page = document } = ports;
  const { now = Date.now, random = Math.random, newId = () => crypto.randomUUID() } = ports;
  const pause = createSendPause(now, random);
  const status = new SyncStatus(now);
  const isKept = (): boolean => cache.userId !== undefined && ports.store.isKept?.(cache.userId) !== false;
  const cache = new ActionCache(ports, status, () => tellTabs({ kind: 'changed', isKept: isKept() }));
  const log = createLogReplay(ports, cache, now);
  const flushNow = singleFlight(drain);
  const timers = new QueueTimers({
    page,
    network,
    now,
    flush: flushQuietly,
    reload: () => runInBackground(cache.reload()),
    makeDue: () => runInBackground(commands.makeDue()),
  });
  const commands = createReaderCommands({ ...ports, cache, pause, now, flush: flushQuietly });
  const tellTabs = connectTabs(ports.channel, receive);
  const sender = createSender({
    ...ports,
    now,
    random,
    pause,
    change: (...step) => cache.change(...step),
    async settled(actions) {
      await ports.commit(actions);
      // Set before they leave the queue, so that an empty queue is never shown without it.
      if (actions.some(isReadersChange)) status.flushing.justCompleted = true;
      tellTabs({ kind: 'settled', actions });
    },
  });

  async function load(): Promise<void> {
    await cache.reload();
    await log.replay();
  }

  function receive(message: TabMessage): void {
    if (message.kind === 'paused') pause.adopt(message.state);
    else if (message.kind === 'settled' && message.actions[0]?.userId === cache.userId)
      runInBackground(takeSettled(message.actions));
    else {
      if (message.kind === 'changed' && message.isKept) ports.store.reopen?.();
      runInBackground(cache.reloadOnce());
    }
  }

  /** Another tab has sent these: this tab must not send them from its memory. */
  async function takeSettled(settled: readonly StoredAction[]): Promise<void> {
    const { userId } = cache;
    await ports.commit(settled);
    if (userId !== undefined && ports.store.isKept?.(userId) === false)
      await cache.change(userId, (all) =>
        all.filter((action) => !settled.some((sent) => isSameWrite(sent, action))),
      );
    await cache.reloadOnce();
    // Writes that waited for them can be sent now (tabOrder.ts).
    if (writeAheadLog.ofOtherTabs().length > 0) flushQuietly();
  }

  async function drain(): Promise<FlushReport> {
    status.flushing.now = true;
    const before = pause.state();
    const report = await ports
      .exclusively(async () => {
        // Writes that a closed tab has left, and those that another tab has sent from memory.
        await log.replay();
        return sender.drain();
      })
      .finally(() => {
        status.flushing.now = false;
      });
    if (pause.state() !== before) tellTabs({ kind: 'paused', state: pause.state() });
    const hasSent = report.sent.some(isReadersChange);
    await cache.reload();
    if (!timers.isRunning) return report;
    if (hasSent) timers.afterCompleted(forgetCompleted);
    timers.wakeAt(pause.isActive() ? pause.until() : nextMoment(cache.actions.get(), now()));
    return report;
  }

  function forgetCompleted(): void {
    status.flushing.justCompleted = false;
    status.update(cache.actions.get());
  }

  function flushQuietly(): void {
    flushNow().catch(() => {});
  }

  let readerId = user.get()?.id;
  let loading = load();
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    // The pause was for the missing sign-in.
    pause.succeeded();
    cache.clear();
    loading = load();
    loading.then(flushQuietly, () => {});
  });

  return {
    state: status.state,
    waiting: cache.actions,
    loaded: () => loading.catch(() => {}),
    flushNow,
    register(type) {
      const unregister = types.register(type);
      runInBackground(log.replay());
      const ofType = cache.actions.get().filter((action) => action.type === type.type);
      const failed = ofType.filter(({ lastError }) => lastError === apiTexts.unknownType);
      const [first, ...others] = failed.map(({ id }) => id);
      if (first !== undefined) runInBackground(commands.retry(first, others));
      if (ofType.length > 0) {
        cache.show([...cache.actions.get()]);
        flushQuietly();
      }
      return unregister;
    },
    enqueue: createEnqueue({
      ...ports,
      cache,
      log,
      now,
      newId,
      flushNow,
      flushQuietly,
      loaded: () => loading,
    }),
    async flush() {
      await ports.loadTypes?.(cache.actions.get().map(({ type }) => type));
      await commands.refuseUnknown();
      await commands.makeDue();
      await flushNow();
    },
    retry: commands.retry,
    drop: commands.drop,
    async keepAll() {
      ports.store.reopen?.();
      await cache.reload();
      return !cache.actions.get().some(({ userId, id }) => log.isStoredNowhere(userId, id));
    },
    async restore(userId, actions) {
      await cache.change(userId, (stored) => transitions.restored(stored, actions), 'strict');
      if (actions.some(({ id }) => log.isStoredNowhere(userId, id))) throw noRoom();
      await log.replay();
    },
    async start() {
      const stop = timers.start();
      await loading.catch(() => {});
      flushQuietly();
      return stop;
    },
  };
}

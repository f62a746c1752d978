import type { HostSync } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { limits } from '../common/limits.ts';
import { singleFlight } from '../common/singleFlight.ts';
import { ActionCache } from './actionCache.ts';
import { createEnqueue, createLogReplay, storageFull } from './enqueue.ts';
import type { QueuePorts } from './queuePorts.ts';
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
  /** Sends everything at once after a sign-in. Resolves with what was sent, and what was not, since that sign-in. */
  pushAll(): Promise<FlushReport>;
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

const maxUnreported = 1_000;

/** The queue of the reader's writes. */
export function createQueue(ports: QueuePorts): Queue {
  const { types, user, store, page = document, network } = ports;
  const { now = Date.now, random = Math.random, newId = () => crypto.randomUUID() } = ports;
  const pause = createSendPause(now, random);
  const status = new SyncStatus(now);
  const tabs = connectTabs(ports.channel);
  const cache = new ActionCache(ports, status, () => tabs.post({ kind: 'changed', isKept: isKept() }));
  const log = createLogReplay(ports, cache, now);
  const sender = createSender({
    ...ports,
    now,
    random,
    pause,
    change: (...step) => cache.change(...step),
    async commit(actions) {
      await ports.commit(actions);
      // Set before they leave the queue, so that an empty queue is never shown without it.
      if (actions.some(isReadersChange)) status.flushing.justCompleted = true;
      tabs.post({ kind: 'settled', actions });
    },
  });
  /** Sends all writes that can be sent now, once for all concurrent callers. */
  const flushNow = singleFlight(async () => {
    const before = pause.state();
    status.flushing.now = true;
    const report = await ports
      .exclusively(async () => {
        // Writes that a closed tab has left, and those that another tab has sent from memory.
        await log.replay();
        return sender.drain();
      })
      .finally(() => {
        status.flushing.now = false;
      });
    if (pause.state() !== before) tabs.post({ kind: 'paused', state: pause.state() });
    await cache.reload();
    onFlushed(report);
    return report;
  });
  const flush = (): void => {
    flushNow().catch(() => {});
  };
  const commands = createReaderCommands({ ...ports, cache, pause, now, flush });
  const timers = new QueueTimers({
    page,
    network,
    now,
    flush,
    reload: () => runInBackground(cache.reload()),
    makeDue: () => runInBackground(commands.makeDue()),
  });
  tabs.listen(takeOver);
  let loading = load();
  /** Of the flushes since the reader signed in, which `pushAll` reports. */
  let unreported: FlushReport = { sent: [], failed: [] };
  onReaderChange(user, () => {
    unreported = { sent: [], failed: [] };
    // The pause was for the missing sign-in.
    pause.succeeded();
    cache.clear();
    loading = load();
    loading.then(flush, () => {});
  });

  /** Takes over what another tab says about the queue. */
  function takeOver(message: TabMessage): void {
    if (message.kind === 'paused') pause.adopt(message.state);
    else if (message.kind === 'settled' && message.actions[0]?.userId === cache.userId)
      runInBackground(takeSettled(message.actions));
    else {
      if (message.kind === 'changed' && message.isKept) store.reopen?.();
      runInBackground(cache.reloadOnce());
    }
  }

  /** Another tab has sent these: this tab must not send them from its memory. */
  async function takeSettled(settled: readonly StoredAction[]): Promise<void> {
    const { userId } = cache;
    await ports.commit(settled);
    if (userId !== undefined && store.isKept?.(userId) === false)
      await cache.change(userId, (all) =>
        all.filter((action) => !settled.some((sent) => isSameWrite(sent, action))),
      );
    await cache.reloadOnce();
    // Writes that waited for them can be sent now (addAction.ts).
    if (ports.writeAheadLog.ofOtherTabs().length > 0) flush();
  }

  function isKept(): boolean {
    return cache.userId !== undefined && store.isKept?.(cache.userId) !== false;
  }

  function onFlushed({ sent, failed }: FlushReport): void {
    unreported = {
      sent: [...unreported.sent, ...sent].slice(-maxUnreported),
      failed: [...unreported.failed, ...failed].slice(-maxUnreported),
    };
    if (!timers.isRunning) return;
    if (sent.some(isReadersChange)) timers.afterCompleted(() => status.forgetCompleted(cache.actions.get()));
    timers.wakeAt(pause.isActive() ? pause.until() : nextMoment(cache.actions.get(), now()));
  }

  async function load(): Promise<void> {
    await cache.reload();
    await log.replay();
  }

  return {
    state: status.state,
    waiting: cache.actions,
    loaded: () => loading.catch(() => {}),
    flushNow,
    register(type) {
      const unregister = types.register(type);
      runInBackground(log.replay());
      commands.typeRegistered(type.type);
      return unregister;
    },
    enqueue: createEnqueue({ ...ports, cache, log, now, newId, flushNow, flush, loaded: () => loading }),
    async flush() {
      await ports.loadTypes?.(cache.actions.get().map(({ type }) => type));
      await commands.refuseUnknown();
      await commands.makeDue();
      await flushNow();
    },
    async pushAll() {
      await loading.catch(() => {});
      await commands.makeDue(true);
      await flushNow();
      const { sent, failed } = unreported;
      const unsent = new Map(failed.map((action) => [action.id, action]));
      for (const { id } of sent) unsent.delete(id);
      unreported = { sent: [], failed: [] };
      return { sent, failed: [...unsent.values()] };
    },
    retry: commands.retry,
    drop: commands.drop,
    async keepAll() {
      store.reopen?.();
      await cache.reload();
      return !cache.actions.get().some(({ userId, id }) => log.isStoredNowhere(userId, id));
    },
    async restore(userId, actions) {
      await cache.change(userId, (stored) => transitions.restored(stored, actions), 'strict');
      if (actions.some(({ id }) => log.isStoredNowhere(userId, id))) throw storageFull();
      await log.replay();
    },
    async start() {
      const stop = timers.start();
      await loading.catch(() => {});
      flush();
      return stop;
    },
  };
}

/** Calls `work` when another reader has signed in, or the reader has signed out. */
function onReaderChange(user: QueuePorts['user'], work: () => void): void {
  let readerId = user.get()?.id;
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    work();
  });
}

interface TimerPorts extends Pick<QueuePorts, 'network'> {
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  now(): number;
  flush(): void;
  reload(): void;
  makeDue(): void;
}

type Timer = ReturnType<typeof setTimeout>;

/** When the queue sends automatically: every 30 s, when the tab is shown, the network is back, or a pause ends. */
export class QueueTimers {
  readonly #ports: TimerPorts;
  #isRunning = false;
  #wake: Timer | undefined;
  #completed: Timer | undefined;

  constructor(ports: TimerPorts) {
    this.#ports = ports;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** @returns a function that stops everything */
  start(): () => void {
    const { page, network, flush, reload, makeDue } = this.#ports;
    const isVisible = (): boolean => page.visibilityState === 'visible';
    const onVisibility = (): void => {
      if (isVisible()) flush();
    };
    this.#isRunning = true;
    page.addEventListener('visibilitychange', onVisibility);
    const flushing = setInterval(flush, limits.queueInterval);
    const reloading = setInterval(() => {
      if (isVisible()) reload();
    }, limits.indicatorRefresh);
    const unsubscribe = network.state.subscribe(() => {
      if (network.state.get() === 'online') makeDue();
    });
    return () => {
      this.#isRunning = false;
      unsubscribe();
      page.removeEventListener('visibilitychange', onVisibility);
      for (const timer of [flushing, reloading, this.#wake, this.#completed]) clearTimeout(timer);
    };
  }

  /** @param moment when to flush next, in milliseconds since 1970; null for no particular moment */
  wakeAt(moment: number | null): void {
    clearTimeout(this.#wake);
    if (moment === null) return;
    // Longer pauses are covered by the interval of 30 s.
    const wait = Math.min(limits.queueInterval, Math.max(0, moment - this.#ports.now()));
    this.#wake = setTimeout(this.#ports.flush, wait);
  }

  /** Calls `work` once the reader has had time to see that everything was sent. */
  afterCompleted(work: () => void): void {
    clearTimeout(this.#completed);
    this.#completed = setTimeout(work, limits.indicatorRefresh);
  }
}

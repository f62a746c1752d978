import type { HostSync, SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ApiError, apiTexts } from '../../api/hostError.ts';
import { isFull } from '../isFull.ts';
import { limits } from '../limits.ts';
import { unfitPayload, unknownType } from './actionTypes.ts';
import type { QueuePorts } from './queuePorts.ts';
import { nextMoment } from './scheduler.ts';
import { createSender, type FlushReport, type SenderPorts } from './sender.ts';
import { createSendPause, type PauseState } from './sendPause.ts';
import type { StoredAction } from './storedAction.ts';
import { noSync, syncStateOf } from './syncState.ts';
import * as transitions from './transitions.ts';

export interface Queue extends HostSync {
  /** The reader's writes that have not gone through, oldest first: what is laid over the reads. */
  waiting: Readable<readonly StoredAction[]>;
  /** Sends what can be sent; tells what came of it. Resolves when nothing more can go now. */
  flushNow(): Promise<FlushReport>;
  /** Settles once the reader's waiting writes are known, so that nothing is shown without them. */
  loaded(): Promise<void>;
  /** Writes that were sealed at a sign-out are there again, under the ids that they had. They go with the next flush. */
  restore(userId: string, actions: readonly StoredAction[]): Promise<void>;
  /**
   * Loads what is stored and goes on by itself: every 30 s, when the tab is shown, when the network is back.
   * @returns a function that ends that.
   */
  start(): Promise<() => void>;
}

type Message =
  | { kind: 'changed' }
  | { kind: 'paused'; state: PauseState }
  | { kind: 'settled'; actions: readonly StoredAction[] };

/** A database without room, in the words of the specification; whoever wrote it says so. */
const asStorageError = (error: unknown): unknown =>
  isFull(error) ? new ApiError(apiTexts.storage, 0, 'storage') : error;

/** The one queue of the reader's writes. */
export function createQueue(ports: QueuePorts): Queue {
  const { types, writeAheadLog, user, network, channel, page = document } = ports;
  const { now = Date.now, random = Math.random, newId = () => crypto.randomUUID() } = ports;
  const pause = createSendPause(now, random);
  const waiting = createWritable<readonly StoredAction[]>([]);
  const state = createWritable<SyncState>(noSync);
  const flushing = { now: false, justCompleted: false };
  const looks = { running: false, wanted: false };
  let started = false;
  /** Raised by every change, so that what was read before it is not shown after it. */
  let version = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let celebrating: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<FlushReport> | null = null;
  let following: Promise<FlushReport> | null = null;

  function show(actions: readonly StoredAction[]): void {
    waiting.set(actions);
    state.set(syncStateOf(actions, flushing, state.get(), now()));
  }

  const tell = (message: Message): void => channel?.postMessage(message);

  /** The reader this page belongs to may change while the database is busy: the new one never sees the old one's. */
  function showFor(userId: string, actions: readonly StoredAction[]): void {
    if (user.get()?.id === userId) show(actions);
  }

  async function reload(): Promise<void> {
    const userId = user.get()?.id;
    const before = version;
    const stored = userId === undefined ? [] : ((await (await ports.store)?.all(userId)) ?? []);
    if (user.get()?.id !== userId || version !== before) return reload();
    show(stored);
  }

  /** Another tab has done something: one look for all that it does while this one is looking. */
  async function lookAgain(): Promise<void> {
    looks.wanted = true;
    if (looks.running) return;
    looks.running = true;
    while (looks.wanted) {
      looks.wanted = false;
      await reload().catch(() => {});
    }
    looks.running = false;
  }

  /** What an earlier page had begun when it was closed. */
  async function replay(): Promise<void> {
    const userId = user.get()?.id;
    for (const entry of writeAheadLog.leftBehind()) {
      const type = types.get(entry.type);
      if (entry.userId !== userId || type === undefined || (await ports.store) === null) continue;
      await change(
        userId,
        (actions) => transitions.added(actions, type, { ...entry, userId }, now()),
        'strict',
      );
      await forgetLogged(userId, entry.id);
    }
  }

  /** The database has it, or it has become part of another write: the log need not. */
  async function forgetLogged(userId: string, id: string): Promise<void> {
    const isInMemoryOnly = (await ports.store)?.isKept?.(userId) === false;
    if (!isInMemoryOnly || !waiting.get().some((action) => action.id === id)) writeAheadLog.remove(id);
  }

  /** Neither the database nor the log can keep it: it goes to the server at once, or whoever wrote it hears of it. */
  async function sendUnkept(userId: string, id: string): Promise<void> {
    const isWaiting = (): boolean => waiting.get().some((action) => action.id === id);
    if ((await ports.store)?.isKept?.(userId) !== false || writeAheadLog.has(id) || !isWaiting()) return;
    await flushNow();
    if (!isWaiting()) return;
    await change(userId, (actions) => transitions.removed(actions, id));
    throw new ApiError(apiTexts.storage, 0, 'storage');
  }

  const load = (): Promise<void> => reload().then(replay);

  const change: SenderPorts['change'] = async (userId, decide, durability) => {
    const store = await ports.store;
    if (store === null) return;
    let different = false;
    const step = () =>
      store.change(
        userId,
        (before) => {
          const next = decide(before);
          different = next.length !== before.length || next.some((action, index) => action !== before[index]);
          return next;
        },
        durability,
      );
    const after = await step().catch(async (error) => {
      if (!isFull(error)) throw error;
      // What the reader writes goes before what can be fetched again.
      await ports.makeRoom?.();
      return step();
    });
    if (!different) return;
    version += 1;
    showFor(userId, after);
    tell({ kind: 'changed' });
  };

  const sender = createSender({
    ...ports,
    now,
    random,
    pause,
    change,
    async settled(actions) {
      await ports.commit(actions);
      tell({ kind: 'settled', actions });
    },
  });

  async function drain(): Promise<FlushReport> {
    flushing.now = true;
    const before = pause.state();
    const report = await ports.exclusively(() => sender.drain());
    flushing.now = false;
    if (pause.state() !== before) tell({ kind: 'paused', state: pause.state() });
    if (report.sent.length > 0) flushing.justCompleted = true;
    await reload();
    if (started && report.sent.length > 0) celebrate();
    if (started) wakeAt(pause.isActive() ? pause.until() : nextMoment(waiting.get(), now()));
    return report;
  }

  function celebrate(): void {
    clearTimeout(celebrating);
    celebrating = setTimeout(() => {
      flushing.justCompleted = false;
      show(waiting.get());
    }, limits.indicatorRefresh);
  }

  function wakeAt(moment: number | null): void {
    clearTimeout(timer);
    // A pause longer than the interval is looked at by the interval.
    if (moment !== null)
      timer = setTimeout(flushQuietly, Math.min(limits.queueInterval, Math.max(0, moment - now())));
  }

  /** One at a time; what was enqueued while it ran is looked at by one more. */
  function flushNow(): Promise<FlushReport> {
    if (running === null) {
      running = drain().finally(() => {
        flushing.now = false;
        running = null;
      });
      return running;
    }
    following ??= running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        following = null;
        return flushNow();
      });
    return following;
  }

  function flushQuietly(): void {
    flushNow().catch(() => {});
  }

  async function makeDue(): Promise<void> {
    const userId = user.get()?.id;
    pause.reset();
    if (userId !== undefined && waiting.get().length > 0) await change(userId, transitions.madeDue);
    flushQuietly();
  }

  async function retry(actionId: string, others: readonly string[] = []): Promise<void> {
    const userId = user.get()?.id;
    pause.reset();
    if (userId !== undefined)
      await change(userId, (actions) => transitions.retried(actions, [actionId, ...others]));
    flushQuietly();
  }

  /** What no loaded part of the app can send is said when the reader asks for it, and goes once that part is there. */
  async function refuseUnknown(): Promise<void> {
    const userId = user.get()?.id;
    const isKnown = (type: string): boolean => types.get(type) !== undefined;
    if (userId === undefined || waiting.get().every(({ type }) => isKnown(type))) return;
    let told: readonly StoredAction[] = [];
    await change(userId, (actions) => {
      const { after, unknown } = transitions.unknownRefused(actions, isKnown, apiTexts.unknownType, now());
      told = unknown;
      return after;
    });
    for (const { id, type } of told)
      ports.events.emit('syncActionFailed', { id, type, error: apiTexts.unknownType });
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'paused') pause.adopt(data.state);
    else if (data.kind === 'settled' && data.actions[0]?.userId === user.get()?.id)
      runInBackground(ports.commit(data.actions).then(lookAgain));
    else runInBackground(lookAgain());
  });

  let readerId = user.get()?.id;
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    // What was paused was for want of a sign-in.
    pause.succeeded();
    version += 1;
    show([]);
    loading = load();
    loading.then(flushQuietly, () => {});
  });
  let loading = load();

  return {
    state,
    waiting,
    loaded: () => loading.catch(() => {}),
    flushNow,
    register(type) {
      const unregister = types.register(type);
      runInBackground(replay());
      const [first, ...others] = waiting
        .get()
        .filter((one) => one.type === type.type && one.lastError === apiTexts.unknownType)
        .map(({ id }) => id);
      if (first !== undefined) runInBackground(retry(first, others));
      if (waiting.get().some((action) => action.type === type.type)) {
        show([...waiting.get()]);
        flushQuietly();
      }
      return unregister;
    },
    async enqueue(name, payload, { id = newId(), holdFor, insteadOf } = {}) {
      const type = types.get(name);
      if (type === undefined) throw unknownType(name);
      if (type.accepts?.(payload) === false) throw unfitPayload(name);
      const userId = user.get()?.id;
      if (userId === undefined) throw new Error('Nobody is signed in.');
      const action = { id, payload, userId, holdFor, insteadOf };
      writeAheadLog.add({ id, payload, userId, type: name, insteadOf });
      try {
        // What an earlier page left behind comes first.
        await loading.catch(() => {});
        if ((await ports.store) === null) return await sender.sendNow(type, action);
        await change(userId, (actions) => transitions.added(actions, type, action, now()), 'strict');
        await sendUnkept(userId, id);
      } catch (error) {
        const problem = asStorageError(error);
        if (problem instanceof ApiError)
          ports.events.emit('syncActionFailed', { id: action.id, type: name, error: problem.message });
        throw problem;
      } finally {
        await forgetLogged(userId, action.id);
      }
      if (network.state.get() !== 'offline') flushQuietly();
    },
    async flush() {
      await refuseUnknown();
      await makeDue();
      await flushNow();
    },
    retry,
    async drop(id) {
      const userId = user.get()?.id;
      if (userId !== undefined) await change(userId, (actions) => transitions.removed(actions, id));
      flushQuietly();
    },
    async restore(userId, actions) {
      await change(
        userId,
        (there) => {
          const known = new Set(there.map(({ id }) => id));
          return [...actions.filter(({ id }) => !known.has(id)), ...there];
        },
        'strict',
      );
      // Those of the journal, too.
      await replay();
    },
    async start() {
      started = true;
      const shown = (): void => {
        if (page.visibilityState === 'visible') flushQuietly();
      };
      page.addEventListener('visibilitychange', shown);
      const every30s = setInterval(flushQuietly, limits.queueInterval);
      const every5s = setInterval(() => {
        if (page.visibilityState === 'visible') runInBackground(reload());
      }, limits.indicatorRefresh);
      const endings = [
        network.state.subscribe(() => {
          if (network.state.get() === 'online') runInBackground(makeDue());
        }),
        () => page.removeEventListener('visibilitychange', shown),
        () => {
          started = false;
          for (const one of [every30s, every5s, timer, celebrating]) clearTimeout(one);
        },
      ];
      await loading.catch(() => {});
      flushQuietly();
      return () => {
        for (const end of endings) end();
      };
    },
  };
}

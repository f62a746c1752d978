/** @jest-environment node */

import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { QueueTimers } from './queue.ts';
import { connectTabs, createFlushLock } from './tabs.ts';

function setUp() {
  const calls: string[] = [];
  const state = createWritable<NetworkState>('online');
  let visibility: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => visibility });
  const clock = { now: 1_000_000 };
  const timers = new QueueTimers({
    page: page as Document,
    network: { state, check: async () => 'online' },
    now: () => clock.now,
    flush: () => calls.push('flush'),
    reload: () => calls.push('reload'),
    makeDue: () => calls.push('makeDue'),
  });
  const show = (next: DocumentVisibilityState) => {
    visibility = next;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  /** What is called within this time. */
  const within = (milliseconds: number) => {
    calls.length = 0;
    jest.advanceTimersByTime(milliseconds);
    return [...calls];
  };
  return { timers, calls, state, show, within, clock };
}

describe('the queue sends', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[OF-04] every 30 s, and looks every 5 s while it is shown', () => {
    const { timers, show, within } = setUp();
    expect(timers.isRunning).toBe(false);
    timers.start();
    expect(timers.isRunning).toBe(true);
    expect(within(29_999)).toEqual(Array(5).fill('reload'));
    expect(within(1).toSorted()).toEqual(['flush', 'reload']);
    show('hidden');
    expect(within(30_000)).toEqual(['flush']);
  });

  it('when the tab is shown, and when the network is back', () => {
    const { timers, calls, show, state } = setUp();
    timers.start();
    show('hidden');
    expect(calls).toEqual([]);
    show('visible');
    expect(calls).toEqual(['flush']);
    state.set('offline');
    state.set('reconnecting');
    expect(calls).toEqual(['flush']);
    state.set('online');
    expect(calls).toEqual(['flush', 'makeDue']);
  });

  it('when a pause ends, at the latest moment that was named', () => {
    const { timers, within, clock } = setUp();
    timers.wakeAt(clock.now + 2_000);
    timers.wakeAt(clock.now + 3_000);
    expect(within(2_999)).toEqual([]);
    expect(within(1)).toEqual(['flush']);
    timers.wakeAt(clock.now - 1);
    expect(within(0)).toEqual(['flush']);
    timers.wakeAt(clock.now + 90_000);
    expect(within(30_000)).toEqual(['flush']);
    timers.wakeAt(clock.now + 1_000);
    timers.wakeAt(null);
    expect(within(60_000)).toEqual([]);
  });

  it('no more once it is stopped', () => {
    const { timers, show, state, within, clock, calls } = setUp();
    const stop = timers.start();
    timers.wakeAt(clock.now + 1_000);
    timers.afterCompleted(() => calls.push('completed'));
    stop();
    expect(timers.isRunning).toBe(false);
    expect(within(60_000)).toEqual([]);
    show('visible');
    state.set('offline');
    state.set('online');
    expect(calls).toEqual([]);
  });

  it('tells for 5 s that everything was sent, from the last time on', () => {
    const { timers, calls, within } = setUp();
    timers.afterCompleted(() => calls.push('first'));
    expect(within(4_000)).toEqual([]);
    timers.afterCompleted(() => calls.push('second'));
    expect(within(4_999)).toEqual([]);
    expect(within(1)).toEqual(['second']);
  });
});

describe('the tabs of a browser', () => {
  it('hear each other, where there is a channel', () => {
    const channel = Object.assign(new EventTarget(), { postMessage: jest.fn() });
    const heard: unknown[] = [];
    const tabs = connectTabs(channel as unknown as BroadcastChannel);
    tabs.listen((message) => heard.push(message));
    channel.dispatchEvent(new MessageEvent('message', { data: { kind: 'changed' } }));
    expect(heard).toEqual([{ kind: 'changed' }]);
    tabs.post({ kind: 'changed', isKept: true });
    expect(channel.postMessage).toHaveBeenCalledWith({ kind: 'changed', isKept: true });
    expect(() => connectTabs(null).post({ kind: 'changed' })).not.toThrow();
  });

  it('send one at a time, by a lock of the browser', async () => {
    const request = jest.fn(async (_name: string, work: () => Promise<unknown>) => work());
    const locks = { request } as unknown as LockManager;
    expect(await createFlushLock('a lock', locks)(async () => 7)).toBe(7);
    expect(await createFlushLock(undefined, locks)(async () => 8)).toBe(8);
    expect(request.mock.calls.map(([name]) => name)).toEqual(['a lock', 'lectern-flush']);
  });

  it('without such a lock, at least one after another within the tab, also after a failure', async () => {
    const exclusively = createFlushLock('x', null);
    const order: string[] = [];
    const work = (name: string, fails = false) =>
      exclusively(async () => {
        order.push(`begin ${name}`);
        await Promise.resolve();
        order.push(`end ${name}`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`begin ${name}`, `end ${name}`]));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

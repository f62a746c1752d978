import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { clockJumps } from '../reading-session/clockJumps.ts';
import { createSession, type SessionPorts } from '../reading-session/createSession.ts';

export const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null, current_page: 7 };

/** A reading session with the storage, clock and queue of a test. */
export function setUpSession({
  user = 'u1' as string | null,
  storage = new Map<string, string>(),
  clock = { now: new Date('2026-03-01T10:00:00.000Z'), steady: 0 },
  refuse = false,
  withLock = (async (work) => work()) as NonNullable<SessionPorts['withLock']>,
} = {}) {
  const userId = createWritable<string | null>(user);
  const enqueued: { type: string; payload: unknown }[] = [];
  const tracked: { action: string; data: Record<string, unknown> }[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  const otherTabs = new EventTarget();
  let beat: (() => void) | null = null;
  const session = createSession({
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => {
        storage.set(key, value);
      },
      removeItem: (key) => {
        storage.delete(key);
      },
    },
    otherTabs,
    userId,
    withLock,
    async enqueue(type, payload) {
      if (refuse) throw new Error('Nothing can be kept.');
      enqueued.push({ type, payload });
    },
    track: (action, data) => tracked.push({ action, data }),
    events: {
      emit: (name: string, detail: unknown) => emitted.push({ name, detail }),
      on: () => () => undefined,
    } as unknown as HostEvents,
    now: () => clock.now,
    jumped: clockJumps(
      () => clock.now.getTime(),
      () => clock.steady,
    ),
    whileRunning(work) {
      beat = work;
      return () => {
        beat = null;
      };
    },
  });
  /** The device sleeps or its clock is set: only the system clock advances, not the monotonic clock or timers. */
  const sleep = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
  };
  const pass = (seconds: number) => {
    for (let left = seconds; left > 0; left -= 15) {
      sleep(Math.min(15, left));
      clock.steady += Math.min(15, left) * 1_000;
      beat?.();
    }
  };
  const wake = () => beat?.();
  const types = () => enqueued.map(({ type }) => type);
  return { session, userId, enqueued, types, tracked, emitted, pass, sleep, wake, storage, otherTabs, clock };
}

import type { PauseState } from './sendPause.ts';
import type { StoredAction } from './storedAction.ts';

/** Messages about the queue between the tabs of one browser. */
export type TabMessage =
  /** `isKept`: the tab has its database. */
  | { kind: 'changed'; isKept?: boolean }
  | { kind: 'paused'; state: PauseState }
  | { kind: 'settled'; actions: readonly StoredAction[] };

/** A BroadcastChannel, as far as the queue uses it; null where the browser has none. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;

/** The other tabs of this browser. */
export type Tabs = ReturnType<typeof connectTabs>;

export function connectTabs(channel: TabChannel) {
  return {
    post: (message: TabMessage) => channel?.postMessage(message),
    listen(receive: (message: TabMessage) => void) {
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data));
    },
  };
}

/** Runs one at a time over all tabs of this browser. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Uses a Web Lock, so that one tab flushes at a time. Without Web Locks (an insecure address) this works within one tab
 * only; the Idempotency-Key still keeps a write from taking effect twice.
 */
export function createFlushLock(
  name = 'lectern-flush',
  locks: LockManager | null = navigator.locks ?? null,
): Exclusively {
  if (locks) return (work) => locks.request(name, work) as ReturnType<typeof work>;
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

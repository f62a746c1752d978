/** Runs one at a time over all tabs of this browser. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * By a Web Lock, so that one tab flushes at a time. Where there is none (an insecure address), one at a time in this
 * tab: the Idempotency-Key still keeps a write from taking effect twice.
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

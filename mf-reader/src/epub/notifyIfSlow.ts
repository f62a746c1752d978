/** Milliseconds after which loading counts as slow. */
const slowAfterMs = 500;

/** Calls `tell(true)` when the work takes long, and `tell(false)` when it has finished. */
export async function notifyIfSlow<T>(work: Promise<T>, notify: (slow: boolean) => void): Promise<T> {
  let isNotified = false;
  const timer = setTimeout(() => {
    isNotified = true;
    notify(true);
  }, slowAfterMs);
  return work.finally(() => {
    clearTimeout(timer);
    if (isNotified) notify(false);
  });
}

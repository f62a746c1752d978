/** Milliseconds after which loading counts as slow. */
const noticed = 500;

/** Calls `tell(true)` when the work takes long, and `tell(false)` when it has finished. */
export async function notifyIfSlow<T>(work: Promise<T>, tell: (slow: boolean) => void): Promise<T> {
  let isNotified = false;
  const timer = setTimeout(() => {
    isNotified = true;
    tell(true);
  }, noticed);
  return work.finally(() => {
    clearTimeout(timer);
    if (isNotified) tell(false);
  });
}

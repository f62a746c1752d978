/** Scheduling: all delays and waits for an idle browser are defined here. */

/** Yields to the browser so that it can handle pending input. */
export const yieldToMain = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

/** Resolves after the next paint; immediately in a background tab, which does not paint. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(resolve));
    else resolve();
  });

/** Milliseconds after which a task runs even if the browser is not idle. */
const idleTimeoutMs = 2_000;

/** Resolves when the browser is idle, after two seconds at the latest. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs });
    else setTimeout(resolve, 500);
  });

/** Milliseconds without a finished request after which the network is considered idle. */
const quietMs = 500;
/** Maximum wait in milliseconds: some pages never stop making requests. */
const quietTimeoutMs = 8_000;

/**
 * Resolves when the page has loaded, its requests have finished and the browser is idle. For work that would compete
 * with the page for network and processor, such as installing the service worker.
 */
export async function whenNetworkIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(quiet);
      clearTimeout(latest);
      observer?.disconnect();
      resolve();
    };
    let quiet = setTimeout(end, quietMs);
    const latest = setTimeout(end, quietTimeoutMs);
    const observer =
      'PerformanceObserver' in window
        ? new PerformanceObserver(() => {
            clearTimeout(quiet);
            quiet = setTimeout(end, quietMs);
          })
        : null;
    observer?.observe({ type: 'resource' });
  });
  await whenIdle();
}

/** Whether the reader has asked the browser to save data: then nothing is prefetched. */
export function prefersSaveData(): boolean {
  const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
  return connection?.saveData === true;
}

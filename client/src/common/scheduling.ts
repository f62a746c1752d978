/** When a piece of work runs: every pause and every wait for an idle browser is one of these. */

/** Lets the browser handle input that came meanwhile, then goes on. */
export const yieldToMain = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

/** Resolves when what is in the document now has been painted; at once in a background tab, which paints nothing. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(resolve));
    else resolve();
  });

/** Milliseconds after which a task runs though the browser is not idle. */
const idleTimeoutMs = 2_000;

/** Resolves when the browser is idle, after two seconds at the latest. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs });
    else setTimeout(resolve, 500);
  });

/** Milliseconds without a finished request after which the network counts as quiet. */
const quietMs = 500;
/** Milliseconds after which it counts as quiet in any case: some pages never stop asking. */
const quietTimeoutMs = 8_000;

/**
 * Resolves when the page has loaded, its requests have come and the browser is idle. For work that would take network
 * and processor from the page, as installing the service worker does.
 */
export async function whenNetworkIdle(page: Window = window): Promise<void> {
  if (page.document.readyState !== 'complete')
    await new Promise((resolve) => page.addEventListener('load', resolve, { once: true }));
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
      'PerformanceObserver' in page
        ? new PerformanceObserver(() => {
            clearTimeout(quiet);
            quiet = setTimeout(end, quietMs);
          })
        : null;
    observer?.observe({ type: 'resource' });
  });
  await whenIdle();
}

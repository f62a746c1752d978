import { whenIdle } from './whenIdle.ts';

/** Milliseconds in which nothing has come any more. */
const quiet = 500;
/** Milliseconds after which it is done in any case: some pages never rest. */
const patience = 8_000;

/**
 * Runs a task once the first page is on the screen: it has loaded, nothing that it asked for has
 * come for a while, and the browser is idle. For work that would take the network and the processor
 * from it, as keeping the whole app for later does.
 */
export function whenSettled(task: () => void, page: Window = window): void {
  const begin = () => {
    let timer = setTimeout(run, quiet);
    const latest = setTimeout(run, patience);
    const observer =
      'PerformanceObserver' in page
        ? new PerformanceObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(run, quiet);
          })
        : null;
    observer?.observe({ type: 'resource' });
    function run() {
      clearTimeout(timer);
      clearTimeout(latest);
      observer?.disconnect();
      whenIdle(task);
    }
  };
  if (page.document.readyState === 'complete') begin();
  else page.addEventListener('load', begin, { once: true });
}

import { whenNetworkIdle } from '../common/scheduling.ts';

const name = 'lectern-page-load';
/** Maximum wait of the service worker in milliseconds: some pages never become idle. */
const timeoutMs = 10_000;

/** Every page holds it until it is idle. Without Web Locks nothing waits. */
export function holdPageLoadLock(): void {
  if ('locks' in navigator)
    navigator.locks.request(name, { mode: 'shared' }, () => whenNetworkIdle()).catch(() => undefined);
}

/** Called by the service worker before each background fetch: resolves when no page is loading, or on abort. */
export async function whenNoPageLoads(abort?: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(abort ? [abort] : [])]);
  await navigator.locks.request(name, { signal }, () => undefined).catch(() => undefined);
}

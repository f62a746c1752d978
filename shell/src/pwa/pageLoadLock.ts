import { whenNetworkIdle } from '@lectern/client/common/scheduling.ts';

const name = 'lectern-page-load';
/** Milliseconds that the worker waits at most: some pages never rest. */
const timeoutMs = 10_000;

/** Held by every page until it is at rest. Where a browser has no locks nobody waits. */
export function holdPageLoadLock(): void {
  if ('locks' in navigator)
    navigator.locks.request(name, { mode: 'shared' }, () => whenNetworkIdle()).catch(() => undefined);
}

/** For the service worker, before each file that it keeps for later: resolves when no page is loading, or on abort. */
export async function whenNoPageLoads(abort?: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(abort ? [abort] : [])]);
  await navigator.locks.request(name, { signal }, () => undefined).catch(() => undefined);
}

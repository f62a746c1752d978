/** A page with this parameter in its address comes from the network, past the service worker. */
export const pastWorker = 'past-worker';

/** The address of this page past the service worker: whatever stands in front of the server answers. */
export function addressPastWorker(address: string): string {
  const url = new URL(address);
  url.searchParams.set(pastWorker, '1');
  return url.href;
}

/** Removes the parameter once the page is here. */
export function removePastWorker(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(pastWorker)) return;
  url.searchParams.delete(pastWorker);
  history.replaceState(history.state, '', url);
}

import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { limits } from '../common/limits.ts';
import { createReachability, type Reach } from './reachability.ts';

export interface Network {
  state: Readable<NetworkState>;
  /** Requests the server's health now, once for concurrent callers. @returns 'online' or 'offline' */
  check(): Promise<NetworkState>;
  /** Call with the result of an API call. A failure is only a reason to check. */
  reportReach(reached: boolean): void;
  stop(): void;
}

export interface NetworkPorts {
  /** The server root; `HEAD <root>/health`. */
  root: string;
  fetch?: typeof fetch;
  window?: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document?: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  /** navigator.onLine: false can be trusted, true cannot. */
  onLine?(): boolean;
  reach?(): Promise<Reach>;
  /** Called with each answer of the server. */
  onAnswer?(answer: Response): void;
}

/** Pauses between checks while there is no network, in milliseconds. */
const checkPauses = [5_000, 10_000, 20_000, 40_000, 60_000] as const;

/** Whether the server can be reached: section 4, 'Network'. */
export function createNetwork(ports: NetworkPorts): Network {
  const { window: events = window, document: page = document, onLine = () => navigator.onLine } = ports;
  const reach = ports.reach ?? createReachability(ports.root, ports.fetch, ports.onAnswer);
  const state = createWritable<NetworkState>(onLine() ? 'online' : 'offline');
  let pendingCheck: Promise<NetworkState> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function setState(next: NetworkState): NetworkState {
    clearTimeout(timer);
    if (next === 'online') failures = 0;
    state.set(next);
    return next;
  }

  function checkLater(): void {
    clearTimeout(timer);
    const pause = checkPauses[Math.min(failures, checkPauses.length - 1)];
    failures += 1;
    timer = setTimeout(() => runInBackground(check()), pause);
  }

  async function probe(): Promise<NetworkState> {
    const reached = onLine() ? await reach() : 'nothing';
    if (reached === 'server') return setState('online');
    // The files of the app are served but the API does not answer: it is restarting, and will be back.
    setState(reached === 'files' ? 'reconnecting' : 'offline');
    checkLater();
    return 'offline';
  }

  function check(): Promise<NetworkState> {
    pendingCheck ??= probe().finally(() => {
      pendingCheck = null;
    });
    return pendingCheck;
  }

  const onOffline = () => {
    setState('offline');
    checkLater();
  };
  const onOnline = () => {
    if (state.get() !== 'online') setState('reconnecting');
    runInBackground(check());
  };
  const onVisibilityChange = () => {
    if (page.visibilityState !== 'visible' || state.get() === 'online') return;
    setState('reconnecting');
    timer = setTimeout(() => runInBackground(check()), limits.reconnectCheck);
  };

  events.addEventListener('offline', onOffline);
  events.addEventListener('online', onOnline);
  page.addEventListener('visibilitychange', onVisibilityChange);
  if (state.get() === 'offline') checkLater();

  return {
    state,
    check,
    reportReach(reached) {
      if (reached && state.get() !== 'online') setState('online');
      else if (!reached && state.get() === 'online') runInBackground(check());
    },
    stop() {
      clearTimeout(timer);
      events.removeEventListener('offline', onOffline);
      events.removeEventListener('online', onOnline);
      page.removeEventListener('visibilitychange', onVisibilityChange);
    },
  };
}

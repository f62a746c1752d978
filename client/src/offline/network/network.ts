import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { movedTo, type Obstacle, obstacleOf, obstacles } from '../../api/obstacle.ts';
import { addressOf } from '../../common/basePath.ts';
import { isHealthy } from '../../pwa/serverAddress.ts';
import { limits } from '../common/limits.ts';

export type Network = ReturnType<typeof createNetwork>;

interface NetworkPorts extends Pick<ReachPorts, 'onAnswer' | 'findServer'> {
  /** The server root; `HEAD <root>/health`. */
  root: string;
  fetch?: typeof fetch;
  window?: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document?: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  /** navigator.onLine: false can be trusted, true cannot. */
  onLine?(): boolean;
  reach?(): Promise<Found>;
}

/** Pauses between checks while there is no network, in milliseconds. */
const checkPauses = [5_000, 10_000, 20_000, 40_000, 60_000] as const;

/** Whether the server can be reached: section 4, 'Network'. */
export function createNetwork(ports: NetworkPorts) {
  const { window: events = window, document: page = document, onLine = () => navigator.onLine } = ports;
  const reach = ports.reach ?? createReachability(ports.root, { send: ports.fetch, ...ports });
  const state = createWritable<NetworkState>(onLine() ? 'online' : 'offline');
  let pendingCheck: Promise<NetworkState> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const obstacle = createWritable<Obstacle | null>(null);
  /** Requests that move slowly now. */
  let slow = 0;

  function setState(next: NetworkState): NetworkState {
    clearTimeout(timer);
    if (next === 'online') {
      failures = 0;
      obstacle.set(slow > 0 ? obstacles.slow : null);
    }
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
    const found: Found = onLine() ? await reach() : { reach: 'nothing', obstacle: null };
    // While other requests move, a health check that gets no answer in time only waits behind them.
    const isSlow = found.obstacle === obstacles.silent && slow > 0;
    if (found.reach === 'server' || isSlow) return setState('online');
    obstacle.set(found.obstacle);
    // The files of the app are served but the API does not answer: it is restarting, and will be back.
    setState(found.reach === 'files' ? 'reconnecting' : 'offline');
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
    obstacle.set(null);
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
    state: state as Readable<NetworkState>,
    /** What stands between this page and the server, if known. */
    obstacle: obstacle as Readable<Obstacle | null>,
    /** Requests the server's health now, once for concurrent callers. @returns 'online' or 'offline' */
    check,
    /** Call with true while a request moves slowly, and with false when it has ended. */
    reportSlow(isSlow: boolean) {
      slow += isSlow ? 1 : -1;
      if (state.get() === 'online') obstacle.set(slow > 0 ? obstacles.slow : null);
    },
    /** Call with the result of an API call. A failure is only a reason to check. */
    reportReach(reached: boolean) {
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

/** 'server': the API answers. 'files': only the files of the app do. 'nothing': no network, or a foreign page. */
export type Reach = 'server' | 'files' | 'nothing';

interface ReachPorts {
  send?: typeof fetch;
  /** Called with each answer of the server. */
  onAnswer?(answer: Response): void;
  /** Where the server is when something else answers at its address. */
  findServer?(root: string): Promise<string | null>;
}

/** What was found. `obstacle`: what answers in place of the server; null without any network. */
interface Found {
  reach: Reach;
  obstacle: Obstacle | null;
}

/** 'silent' when none has come in time, null when there is no connection. */
type Answer = Response | 'silent' | null;
const isResponse = (answer: Answer): answer is Response => answer !== null && answer !== 'silent';

/**
 * Asks HEAD <root>/health, then HEAD /manifest.webmanifest. A captive portal answers both with its own page. So the
 * first answer must carry the server's mark, and the second, which another host may serve, the right content type.
 * Redirections are not followed: one to a sign-in page on another origin would look like no network.
 */
export function createReachability(root: string, ports: ReachPorts = {}): () => Promise<Found> {
  const { send = (...args) => fetch(...args), onAnswer = () => {}, findServer = async () => null } = ports;

  const ask = (address: string): Promise<Answer> =>
    send(address, {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.reachTimeout),
    }).catch((error: Error) => (error.name === 'TimeoutError' ? 'silent' : null));

  async function obstacleOfAnswer(answer: Answer): Promise<Obstacle | null> {
    if (!isResponse(answer)) return answer && obstacles.silent;
    const address = await findServer(root);
    if (address !== null) return movedTo(address);
    // A page of the server, but not its health: it runs below another path.
    return isFromServer(answer) && answer.status < 500 ? obstacles.absent : obstacleOf(answer);
  }

  return async () => {
    const health = await ask(`${root}/health`);
    if (isResponse(health) && isHealthy(health)) {
      onAnswer(health);
      return { reach: 'server', obstacle: null };
    }
    const obstacle = await obstacleOfAnswer(health);
    const manifest = await ask(addressOf('/manifest.webmanifest'));
    const isManifest =
      isResponse(manifest) && manifest.ok && /json/i.test(manifest.headers.get('content-type') ?? '');
    return { reach: isManifest ? 'files' : 'nothing', obstacle };
  };
}

import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { createStore } from 'zustand/vanilla';
import { addressOf } from '../common/basePath.ts';
import { readableOf } from '../common/readables.ts';

export const updatePrompt = text('New content available! Click OK to refresh and update.');
const hour = 60 * 60 * 1_000;
/** Milliseconds that the active worker has to abort its fetches: it is replaced only when it has no pending work. */
const restMs = 500;
/**
 * Milliseconds until the page is reloaded even if the active worker was not replaced. Chromium sometimes misses that a
 * worker has finished its work and then waits five minutes, but it checks again whenever a page is loaded.
 */
const replacementTimeoutMs = 2_000;

export type Updates = ReturnType<typeof registerServiceWorker>;

export interface ServiceWorkerPorts {
  /** `navigator.serviceWorker`, or a fake in tests; null if not supported. */
  container: ServiceWorkerContainer | null;
  reload(): void;
  /** setInterval */
  every?(task: () => void, milliseconds: number): unknown;
  /** Resolves when the first page has been painted: on a first visit the worker fetches the whole app. */
  idle?: Promise<void>;
}

/** Registers /sw.js and looks for a new version every hour. */
export function registerServiceWorker(ports: ServiceWorkerPorts) {
  const { container, reload, every = setInterval, idle = Promise.resolve() } = ports;
  const store = createStore(() => ({ waiting: false }));
  const waiting = readableOf(store, (state) => state.waiting);
  if (container === null) return { waiting, apply: reload };
  let next: ServiceWorker | null = null;
  // On the first visit a worker takes over an uncontrolled page: that is not an update and needs no reload.
  let reloadTimer: ReturnType<typeof setTimeout> | null = null;
  container.addEventListener('controllerchange', () => {
    if (reloadTimer === null) return;
    clearTimeout(reloadTimer);
    reload();
  });

  /** A new version has been installed. */
  function offer({ waiting: worker, active }: ServiceWorkerRegistration): void {
    // Without an active one it is the first here, though that of an earlier path may control the page.
    if (!worker || !active || !container?.controller) return;
    next = worker;
    store.setState({ waiting: true });
  }

  function follow(registration: ServiceWorkerRegistration): void {
    offer(registration);
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') offer(registration);
      });
    });
    every(() => {
      registration.update().catch(() => undefined);
    }, hour);
  }

  async function register(own: ServiceWorkerContainer): Promise<void> {
    const registration = await own.register(addressOf('/sw.js'));
    follow(registration);
    // One of an earlier path on this host would show what it has cached for ever.
    for (const { scope, active } of await own.getRegistrations())
      if (scope !== registration.scope) active?.postMessage({ type: 'SERVER_IS_ELSEWHERE' });
    const { active } = await own.ready;
    // A page that was loading while the worker activated is not controlled yet.
    if (!own.controller) active?.postMessage({ type: 'CLAIM_PAGES' });
    active?.postMessage({ type: 'KEEP_REMOTES' });
  }

  // Private windows and some settings forbid it: the app then works only online.
  idle.then(() => register(container)).catch(() => undefined);
  return {
    /** Whether a new version is installed and waits for the reader's confirmation. */
    waiting: waiting as Readable<boolean>,
    /** Activates the new version and reloads the page. */
    apply() {
      reloadTimer = setTimeout(reload, replacementTimeoutMs);
      container.controller?.postMessage({ type: 'STOP_KEEPING' });
      setTimeout(() => next?.postMessage({ type: 'SKIP_WAITING' }), restMs);
    },
  };
}

/** @jest-environment node */

import { registerServiceWorker } from './serviceWorker.ts';

function fakeContainer({ controlled }: { controlled: boolean }) {
  const registration = Object.assign(new EventTarget(), {
    waiting: null as null | { postMessage(message: unknown): void },
    installing: null as null | EventTarget,
    update: jest.fn(async () => undefined),
    scope: 'https://lectern.test/',
    active: controlled ? {} : null,
  });
  const active = { postMessage: jest.fn() };
  const other = { scope: 'https://lectern.test/before/', active: { postMessage: jest.fn() } };
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? active : null,
    register: jest.fn(async () => registration),
    getRegistrations: jest.fn(async () => [registration, other]),
    ready: Promise.resolve({ active }),
  });
  /** A new version is found and installed, as the browser reports it. */
  const install = (message: (data: unknown) => void) => {
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    worker.state = 'installed';
    registration.waiting = { postMessage: message };
    worker.dispatchEvent(new Event('statechange'));
  };
  return { container: container as unknown as ServiceWorkerContainer, registration, install, active, other };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('service worker registration', () => {
  it('[PW-02] checks for a new version every hour', async () => {
    const { container, registration } = fakeContainer({ controlled: true });
    const tasks: [() => void, number][] = [];
    registerServiceWorker({
      container,
      reload: jest.fn(),
      every: (task, milliseconds) => tasks.push([task, milliseconds]),
    });
    await settled();
    expect(tasks.map(([, milliseconds]) => milliseconds)).toEqual([3_600_000]);
    tasks[0]?.[0]();
    expect(registration.update).toHaveBeenCalledTimes(1);
  });

  it('offers a new version and activates it only when the reader agrees', async () => {
    const { container, install, active } = fakeContainer({ controlled: true });
    const [reload, message] = [jest.fn(), jest.fn()];
    const updates = registerServiceWorker({ container, reload, every: jest.fn() });
    await settled();
    install(message);
    expect(updates.waiting.get()).toBe(true);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).not.toHaveBeenCalled();
    jest.useFakeTimers();
    updates.apply();
    // The active worker is replaced only when it has no pending work.
    expect(active.postMessage).toHaveBeenLastCalledWith({ type: 'STOP_KEEPING' });
    expect(message).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(message).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    jest.runAllTimers();
    jest.useRealTimers();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads the page although the browser does not replace the active worker, which loading a page makes it do', async () => {
    const { container, install } = fakeContainer({ controlled: true });
    const [reload, message] = [jest.fn(), jest.fn()];
    const updates = registerServiceWorker({ container, reload, every: jest.fn() });
    await settled();
    install(message);
    jest.useFakeTimers();
    updates.apply();
    jest.runAllTimers();
    jest.useRealTimers();
    expect(message).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('[T-01] tells the workers of other paths on this host that the server is here now', async () => {
    const { container, active, other } = fakeContainer({ controlled: true });
    registerServiceWorker({ container, reload: jest.fn(), every: jest.fn() });
    await settled();
    const message = { type: 'SERVER_IS_ELSEWHERE' };
    expect(other.active.postMessage).toHaveBeenCalledWith(message);
    expect(active.postMessage).not.toHaveBeenCalledWith(message);
  });

  it('does not report an update on the first visit', async () => {
    const { container, install } = fakeContainer({ controlled: false });
    const updates = registerServiceWorker({ container, reload: jest.fn(), every: jest.fn() });
    await settled();
    install(jest.fn());
    expect(updates.waiting.get()).toBe(false);
  });

  it('tells the worker to cache the remotes that a first visit loaded before the worker existed', async () => {
    const { container, active } = fakeContainer({ controlled: false });
    registerServiceWorker({ container, reload: jest.fn(), every: jest.fn() });
    await settled();
    expect(active.postMessage).toHaveBeenCalledWith({ type: 'KEEP_REMOTES' });
  });

  it.each([
    [false, 1],
    [true, 0],
  ])(
    'tells the worker to claim a page that it does not control yet (controlled: %s)',
    async (controlled, times) => {
      const { container, active } = fakeContainer({ controlled });
      registerServiceWorker({ container, reload: jest.fn(), every: jest.fn() });
      await settled();
      const types = active.postMessage.mock.calls.map(([{ type }]) => type);
      expect(types.filter((type) => type === 'CLAIM_PAGES')).toHaveLength(times);
    },
  );
});

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { whenNetworkIdle } from './scheduling.ts';

/** Simulates loaded resources, as the browser reports them. */
function observed() {
  let tell: () => void = () => undefined;
  class Observer {
    constructor(listener: () => void) {
      tell = listener;
    }
    observe() {}
    disconnect() {
      tell = () => undefined;
    }
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
  return () => tell();
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'PerformanceObserver');
});

describe('whenNetworkIdle', () => {
  it('resolves when nothing was loaded for half a second and the browser is idle', async () => {
    const comes = observed();
    const task = jest.fn();
    runInBackground(whenNetworkIdle().then(task));
    await jest.advanceTimersByTimeAsync(400);
    comes();
    await jest.advanceTimersByTimeAsync(400);
    comes();
    await jest.advanceTimersByTimeAsync(400);
    expect(task).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('resolves after some seconds even if the page never becomes idle', async () => {
    const comes = observed();
    const task = jest.fn();
    runInBackground(whenNetworkIdle().then(task));
    for (let waited = 0; waited < 11_000; waited += 200) {
      comes();
      await jest.advanceTimersByTimeAsync(200);
    }
    expect(task).toHaveBeenCalledTimes(1);
  });
});

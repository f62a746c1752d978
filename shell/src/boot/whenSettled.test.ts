import { whenSettled } from './whenSettled.ts';

/** Resources that come, as the browser reports them. */
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

describe('when the first page is on the screen', () => {
  it('is when nothing has come for half a second, and the browser is idle', () => {
    const comes = observed();
    const task = jest.fn();
    whenSettled(task);
    jest.advanceTimersByTime(400);
    comes();
    jest.advanceTimersByTime(400);
    comes();
    jest.advanceTimersByTime(400);
    expect(task).not.toHaveBeenCalled();
    jest.advanceTimersByTime(3_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('is after some seconds even if the page never rests', () => {
    const comes = observed();
    const task = jest.fn();
    whenSettled(task);
    for (let waited = 0; waited < 11_000; waited += 200) {
      comes();
      jest.advanceTimersByTime(200);
    }
    expect(task).toHaveBeenCalledTimes(1);
  });
});

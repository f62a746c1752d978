import type { Loadable } from './host.ts';
import type { Readable } from './readable.ts';

/** The first value of a read; null on error. */
export function firstValue<T>(read: Readable<Loadable<T>>): Promise<T | null> {
  return new Promise((resolve) => {
    const check = () => {
      const state = read.get();
      if (state.status === 'loading') return;
      stop();
      resolve(state.status === 'ready' ? state.value : null);
    };
    const stop = read.subscribe(check);
    check();
  });
}

import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Failure } from './failure.ts';
import type { Loaded } from './loadRemote.ts';

/** Try Again works this often; then the page says that it gave up [LY-07]. */
export const maxRetries = 3;
/** Milliseconds after which a page admits that it is slow. */
const slowAfter = 8_000;

export type LazyState =
  | { status: 'loading'; slow: boolean }
  | { status: 'ready'; component: FederatedComponent }
  | { status: 'failed'; failure: Failure };

export interface Lazy {
  state: LazyState;
  /** How often Try Again was used. */
  retries: number;
  /** Loads anew; nothing more happens after `maxRetries`. */
  retry(): void;
  /** What was loaded threw while it was shown. */
  fail(failure: Failure): void;
}

/** Loads a page. What has come before is at hand at once, so that it is shown without a frame of its skeleton. */
export type LoadPage = (() => Promise<Loaded>) & { loaded?: Loaded | undefined };

const atHand = ({ loaded }: LoadPage): LazyState =>
  loaded?.ok ? { status: 'ready', component: loaded.component } : { status: 'loading', slow: false };

/**
 * Something that is loaded when it is shown. React.lazy keeps a rejected promise for ever, so each try here is a new
 * load.
 * @param load must stay the same function for the same page.
 */
export function useLazy(load: LoadPage): Lazy {
  const [state, setState] = useState<LazyState>(() => atHand(load));
  const [retries, setRetries] = useState(0);

  // Before the browser paints: a page that is there already appears without a flash of its skeleton.
  useLayoutEffect(() => {
    let current = true;
    const known = atHand(load);
    setState((before) => (known.status === 'ready' && before.status === 'ready' ? before : known));
    if (known.status === 'ready') return;
    const slow = setTimeout(setState, slowAfter, { status: 'loading', slow: true });
    runInBackground(
      load().then((result) => {
        clearTimeout(slow);
        if (!current) return;
        setState(
          result.ok
            ? { status: 'ready', component: result.component }
            : { status: 'failed', failure: result.failure },
        );
      }),
    );
    return () => {
      current = false;
      clearTimeout(slow);
    };
  }, [load, retries]);

  const retry = useCallback(() => setRetries((count) => Math.min(count + 1, maxRetries)), []);
  const fail = useCallback(
    (failure: Failure) => {
      // Another try is another load.
      load.loaded = undefined;
      setState({ status: 'failed', failure });
    },
    [load],
  );
  useFailureLog(state);
  return { state, retries, retry, fail };
}

/** Whoever looks into the console finds the cause there, once. */
function useFailureLog(state: LazyState) {
  useEffect(() => {
    if (state.status === 'failed') console.error('A page could not be shown.', state.failure);
  }, [state]);
}

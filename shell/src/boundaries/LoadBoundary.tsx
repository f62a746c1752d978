import type { Failure } from '@lectern/client/registry/failure.ts';
import type { FederatedComponent, FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { hostFor } from '../host/createHost.ts';
import { useShell } from '../host/shell.ts';
import { remoteOf, type Source, sourceKey } from '../remotes/federation/loader.ts';
import { OwnStyles } from '../remotes/federation/OwnStyles.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { hasTexts, untilTexts } from './untilTexts.ts';

/** Maximum retries; then 'Max retries reached' [LY-07]. */
const maxRetries = 3;
/** Milliseconds after which a notice says that the page is slow. */
const slowAfterMs = 8_000;

/** The failure, and a function to retry. */
export interface FailedLoad {
  failure: Failure;
  /** No retries are left. */
  retriesExhausted: boolean;
  /** Loads again; does nothing after `maxRetries`. */
  retry(): void;
}

export interface LoadBoundaryProps extends Partial<Pick<FederatedProps, 'params' | 'input'>> {
  source: Source;
  /** Whether the styles that its remote adds to the document are disabled when it is unmounted. */
  ownStyles?: boolean;
  loading: (slow: boolean) => ReactNode;
  failed: (failed: FailedLoad) => ReactNode;
}

type State =
  | { status: 'loading'; slow: boolean }
  | { status: 'ready'; component: FederatedComponent }
  | { status: 'failed'; failure: Failure };

const noParams = {};

/**
 * Loads and shows a page or widget. Failures are contained here: the shell, the session
 * widget and the queue are outside. Unlike React.lazy, which keeps a rejected promise, each retry is a new load.
 */
export function LoadBoundary({
  source,
  params = noParams,
  input,
  ownStyles = false,
  loading,
  failed,
}: LoadBoundaryProps) {
  const host = hostFor(useHost(), remoteOf(source));
  const { loader, i18n, developerView } = useShell();
  const Outline = useReadable(developerView)?.Outline;
  const key = sourceKey(source);
  const initialState = (): State => {
    const component = loader.loaded(source);
    // The shell's own pages use its texts, which are loaded first.
    const ready = component && (remoteOf(source) === 'shell' || hasTexts(component, i18n));
    return ready ? { status: 'ready', component } : { status: 'loading', slow: false };
  };
  const [state, setState] = useState(initialState);
  const [retries, setRetries] = useState(0);

  const crash = (cause: unknown) => {
    const ran = loader.crashed(source, cause);
    setState({
      status: 'failed',
      failure: { stage: 'render', code: 'crash', remote: remoteOf(source), ...ran, cause },
    });
  };

  // A layout effect: a cached page is shown without a flash of its skeleton.
  useLayoutEffect(() => {
    let current = true;
    const next = initialState();
    setState((before) => (next.status === 'ready' && before.status === 'ready' ? before : next));
    if (next.status === 'ready') return;
    const slow = setTimeout(setState, slowAfterMs, { status: 'loading', slow: true });
    const load = async () => {
      const result = await loader.load(source);
      clearTimeout(slow);
      if (!current) return;
      if (!result.ok) {
        setState({ status: 'failed', failure: result.failure });
        return;
      }
      try {
        await untilTexts(result.component, host, i18n);
        if (current) setState({ status: 'ready', component: result.component });
      } catch (cause) {
        if (current) crash(cause);
      }
    };
    runInBackground(load());
    return () => {
      current = false;
      clearTimeout(slow);
    };
  }, [loader, key, retries]);

  useEffect(() => {
    if (state.status === 'failed') console.error('A page could not be shown.', state.failure);
  }, [state]);

  if (state.status === 'loading') return loading(state.slow);
  if (state.status === 'failed') {
    const retry = () => setRetries((count) => Math.min(count + 1, maxRetries));
    return failed({ failure: state.failure, retriesExhausted: retries >= maxRetries, retry });
  }
  const { component: Loaded } = state;
  const shown = <Loaded host={host} params={params} input={input} />;
  const element = Outline && 'remote' in source ? <Outline part={source}>{shown}</Outline> : shown;
  return (
    <CrashBoundary key={retries} onCrash={crash}>
      {ownStyles ? <OwnStyles remote={remoteOf(source)}>{element}</OwnStyles> : element}
    </CrashBoundary>
  );
}

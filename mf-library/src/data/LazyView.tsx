import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { type ComponentType, createElement, useEffect, useRef, useState } from 'react';

interface LazyViewProps<P extends object> {
  /** import => A stable function: `() => import('./X.tsx').then((module) => module.X)`. */
  load: () => Promise<ComponentType<P>>;
  props: P;
}

/** Components loaded before, which render immediately. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * A lazily loaded component. React.lazy caches a failed load for ever; this one can be
 * retried, and the tabs around it keep working.
 */
export function LazyView<P extends object>({ load, props }: LazyViewProps<P>) {
  const t = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ view: ComponentType<P> } | 'loading' | 'failed'>(() => {
    const view = loaded.get(load) as ComponentType<P> | undefined;
    return view ? { view } : 'loading';
  });
  useEffect(() => {
    if (loaded.has(load)) return;
    let wanted = true;
    setState('loading');
    load().then(
      (view) => {
        loaded.set(load, view);
        if (wanted) setState({ view });
      },
      () => wanted && setState('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);
  if (state === 'loading') return <ViewLoading />;
  if (state === 'failed') {
    return (
      <ErrorState
        title={t('This part could not be loaded')}
        message={t('Check your internet connection and try again.')}
        actions={
          <Button variant="primary" onClick={() => setAttempt(attempt + 1)}>
            {t('Try Again')}
          </Button>
        }
      />
    );
  }
  return createElement(state.view, props);
}

/** Skeleton of any view. */
export function ViewLoading() {
  const t = useTranslate();
  return (
    <Stack gap={6} role="status" aria-label={t('Loading…')}>
      <Skeleton shape="title" />
      <Skeleton shape="paragraph" />
    </Stack>
  );
}

interface LazyDialogProps<P extends object> {
  /** A stable function. */
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** Called when its code could not be loaded, so that the request can be withdrawn. */
  onFailed: () => void;
}

/** A dialog whose code is loaded on first use. */
export function LazyDialog<P extends object>({ load, props, onFailed }: LazyDialogProps<P>) {
  const { notify } = useHost();
  const t = useTranslate();
  const [view, setView] = useState<{ type: ComponentType<P> } | null>(null);
  const failed = useRef(() => {});
  failed.current = () => {
    notify.show({ tone: 'danger', message: t('Check your internet connection and try again.') });
    onFailed();
  };
  useEffect(() => {
    let wanted = true;
    load().then(
      (type) => wanted && setView({ type }),
      () => wanted && failed.current(),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return view === null ? null : createElement(view.type, props);
}

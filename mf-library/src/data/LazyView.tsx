import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { type ComponentType, createElement, useEffect, useReducer, useRef, useState } from 'react';

interface LazyViewProps<P extends object> {
  /** import => A stable function: `() => import('./X.tsx').then((module) => module.X)`. */
  load: () => Promise<ComponentType<P>>;
  props: P;
}

/** Components loaded before, which render immediately. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/** The component once it is loaded. React.lazy caches a failed load for ever; here each `attempt` is a new load. */
function useLoaded<P extends object>(
  load: LazyViewProps<P>['load'],
  onFailed: () => void,
  attempt = 0,
): ComponentType<P> | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    if (loaded.has(load)) return;
    let wanted = true;
    load().then(
      (view) => {
        loaded.set(load, view);
        if (wanted) rerender();
      },
      () => wanted && failed.current(),
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);
  return loaded.get(load) as ComponentType<P> | undefined;
}

/** A lazily loaded component: the reader can retry, and the tabs around it keep working. */
export function LazyView<P extends object>({ load, props }: LazyViewProps<P>) {
  const t = useTranslate();
  const [{ attempt, hasFailed }, setAttempt] = useState({ attempt: 0, hasFailed: false });
  const view = useLoaded(load, () => setAttempt({ attempt, hasFailed: true }), attempt);
  if (view) return createElement(view, props);
  if (!hasFailed) return <ViewLoading />;
  return (
    <ErrorState
      title={t('This part could not be loaded')}
      message={t('Check your internet connection and try again.')}
      actions={
        <Button variant="primary" onClick={() => setAttempt({ attempt: attempt + 1, hasFailed: false })}>
          {t('Try Again')}
        </Button>
      }
    />
  );
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

interface LazyDialogProps<P extends object> extends LazyViewProps<P> {
  /** Called when its code could not be loaded, so that the request can be withdrawn. */
  onFailed: () => void;
}

/** A dialog whose code is loaded on first use. */
export function LazyDialog<P extends object>({ load, props, onFailed }: LazyDialogProps<P>) {
  const { notify } = useHost();
  const t = useTranslate();
  const view = useLoaded(load, () => {
    notify.show({ tone: 'danger', message: t('Check your internet connection and try again.') });
    onFailed();
  });
  return view ? createElement(view, props) : null;
}

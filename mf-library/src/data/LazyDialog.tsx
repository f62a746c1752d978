import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { type ComponentType, createElement, useEffect, useRef, useState } from 'react';

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

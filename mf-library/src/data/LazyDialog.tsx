import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { type ComponentType, createElement, useEffect, useRef, useState } from 'react';

interface LazyDialogProps<P extends object> {
  /** The same function at each render. */
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** Its code could not be had: whoever asked for it takes the question back. */
  onFailed: () => void;
}

/** Something that opens over the page and whose code comes when it is asked for. */
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

import { useCallback, useEffect, useState } from 'react';

export interface Fullscreen {
  /** False where the browser does not support it (iPhone). */
  possible: boolean;
  on: boolean;
  toggle(): void;
}

/** Fullscreen mode, ended when the reader is closed. */
export function useFullscreen(): Fullscreen {
  const [on, setOn] = useState(() => Boolean(document.fullscreenElement));
  useEffect(() => {
    const update = () => setOn(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, []);
  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    change.catch(() => {});
  }, []);
  return { possible: document.fullscreenEnabled ?? false, on, toggle };
}

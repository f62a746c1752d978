import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Controls } from '../view/state/openedBook.ts';

const hideAfterMs = 2_400;
/** Shown longer after opening. */
const firstHideAfterMs = 4_000;

/**
 * Visibility of the bars: shown by tap, mouse or focus, hidden automatically.
 * @param always whether the user wants them to stay
 */
export function useControls(always: boolean): Controls {
  const [visible, setVisible] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(new Set<string>());

  const leaveSoon = useCallback((after = hideAfterMs) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => held.current.size === 0 && setVisible(false), after);
  }, []);

  useEffect(() => {
    leaveSoon(firstHideAfterMs);
    return () => clearTimeout(timer.current);
  }, [leaveSoon]);

  const touch = useCallback(() => {
    setVisible(true);
    leaveSoon();
  }, [leaveSoon]);

  const toggle = useCallback(() => {
    clearTimeout(timer.current);
    setVisible((now) => !now);
  }, []);

  const hide = useCallback(() => {
    if (held.current.size > 0) return;
    clearTimeout(timer.current);
    setVisible(false);
  }, []);

  const hold = useCallback(
    (reason: string, on: boolean) => {
      if (on) {
        held.current.add(reason);
        setVisible(true);
      } else if (held.current.delete(reason)) leaveSoon();
    },
    [leaveSoon],
  );

  return { visible: visible || always, touch, toggle, hide, hold };
}

export const barsStayPreference = 'reader.bars_stay';

/** Whether the reader's bars do not hide. */
export function useBarsStay(): [boolean, (stay: boolean) => void] {
  const { preferences } = useHost();
  const stay = useReadable(preferences.watch(barsStayPreference, false)) === true;
  return [stay, (next) => preferences.set(barsStayPreference, next)];
}

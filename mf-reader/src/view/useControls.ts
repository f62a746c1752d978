import { useCallback, useEffect, useRef, useState } from 'react';

export interface Controls {
  visible: boolean;
  /** Shown until the hand rests. */
  touch(): void;
  toggle(): void;
  hide(): void;
  /** Something is open, or the hand or the keyboard is on them: they stay. */
  hold(reason: string, on: boolean): void;
}

const rest = 2_400;
/** At first a reader sees them long enough to know that they are there. */
const firstRest = 4_000;

/** The bars above and below the page: they come with a tap or the mouse, and leave by themselves. */
export function useControls(): Controls {
  const [visible, setVisible] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(new Set<string>());

  const leaveSoon = useCallback((after = rest) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => held.current.size === 0 && setVisible(false), after);
  }, []);

  useEffect(() => {
    leaveSoon(firstRest);
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

  return { visible, touch, toggle, hide, hold };
}

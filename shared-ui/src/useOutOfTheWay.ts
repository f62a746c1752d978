import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Where messages stand: at the bottom, or at the top while what has the focus would lie under them. @param place holds
 * the messages
 */
export function useOutOfTheWay(place: RefObject<HTMLElement | null>): 'top' | 'bottom' {
  const [side, setSide] = useState<'top' | 'bottom'>('bottom');
  /** They have made room for this one; where it is as high as the window, that has to do. */
  const madeRoomFor = useRef<Element | null>(null);
  // After each rendering too: a message may come over what has the focus already.
  useLayoutEffect(() => {
    const look = () => {
      const focused = document.activeElement;
      const messages = [...(place.current?.children ?? [])];
      if (!focused || focused === document.body || place.current?.contains(focused)) return;
      if (madeRoomFor.current === focused) return;
      madeRoomFor.current = null;
      const box = focused.getBoundingClientRect();
      if (!messages.some((message) => overlap(message.getBoundingClientRect(), box))) return;
      madeRoomFor.current = focused;
      setSide((now) => (now === 'bottom' ? 'top' : 'bottom'));
    };
    look();
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  });
  return side;
}

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

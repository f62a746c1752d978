import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Position of messages: at the bottom, or at the top while they would cover the focused element.
 * @param region container of the messages
 */
export function useMessagePosition(region: RefObject<HTMLElement | null>): 'top' | 'bottom' {
  const [side, setSide] = useState<'top' | 'bottom'>('bottom');
  /** The element they have already moved for; avoids switching back and forth when it is as tall as the window. */
  const madeRoomFor = useRef<Element | null>(null);
  // Also after each render, since a new message may cover the focused element.
  useLayoutEffect(() => {
    const look = () => {
      const focused = document.activeElement;
      const messages = [...(region.current?.children ?? [])];
      if (!focused || focused === document.body || region.current?.contains(focused)) return;
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

const overlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

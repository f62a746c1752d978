import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * CSS pixels that bars (`data-bar`) take at the end of the window: messages stand above them.
 * @param showing whether there is a message; without one nothing is measured
 */
export function useRoomForBars(showing: boolean): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!showing) return;
    const measure = () => {
      const tops = [...document.querySelectorAll('[data-bar]')]
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ height, bottom }) => height > 0 && bottom > window.innerHeight / 2)
        .map(({ top }) => top);
      setRoom(Math.max(0, window.innerHeight - Math.min(window.innerHeight, ...tops)));
    };
    measure();
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true, subtree: true });
    for (const event of ['resize', 'scroll']) window.addEventListener(event, measure, { passive: true });
    return () => {
      observer.disconnect();
      for (const event of ['resize', 'scroll']) window.removeEventListener(event, measure);
    };
  }, [showing]);
  return room;
}

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

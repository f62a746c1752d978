import {
  Children,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { layer, space } from './tokens.ts';

export interface SnackbarRegionProps {
  /** Accessible name of the region. */
  label: string;
  children: ReactNode;
}

/**
 * Region of snackbars: at the bottom center above every bar there (`data-bar`), and at the top while the focus is below
 * them. The newest lies on the others, which return when it leaves or when the pointer or the focus is on it;
 * failures are never hidden.
 */
export function SnackbarRegion({ label, children }: SnackbarRegionProps) {
  const region = useRef<HTMLElement>(null);
  return (
    <Place
      ref={region}
      data-side={useMessagePosition(region)}
      style={{ '--bars': `${useRoomForBars(Children.count(children) > 0)}px` } as CSSProperties}
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
    >
      {children}
    </Place>
  );
}

const Place = styled.section`
  position: fixed;
  inset-inline: 0;
  inset-block-end: max(${space(6)}, var(--bars) + ${space(2)});
  z-index: ${layer.notice};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  pointer-events: none;
  & > * { pointer-events: auto; }
  &:not(:hover, :focus-within) > :not(:last-child, :has([role='alert'])) { display: none; }
  /* At the top while a dialog is open, whose buttons are at its end. */
  body:has([data-scrim]) &, body &[data-side='top'] {
    inset-block: ${space(3)} auto;
  }
`;

/**
 * CSS pixels that bars (`data-bar`) take at the end of the window: messages stand above them.
 * @param showing whether there is a message; without one nothing is measured
 */
function useRoomForBars(showing: boolean): number {
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
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-bar'] });
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
function useMessagePosition(region: RefObject<HTMLElement | null>): 'top' | 'bottom' {
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
      // No message hides all of it, such as the page of a book.
      if (box.height > window.innerHeight / 2) return;
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

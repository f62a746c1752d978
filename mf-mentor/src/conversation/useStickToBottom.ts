import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels by which the end may be out of view and still counts as visible. */
const tolerance = 8;

export interface StickToBottom {
  /** Whether the end of the conversation is in view. */
  atBottom: boolean;
  /** Scrolls there and follows the streaming answer. */
  scrollToBottom(): void;
}

/**
 * Keeps the end of a page in view while text is added, unless the reader has scrolled up. Scrolling back to the end
 * resumes it.
 * @param end an element after everything else
 * @param received characters of the streaming answer; 0 for none. The first words never scroll: an answer that comes at
 * once is read from its beginning
 */
export function useStickToBottom(end: RefObject<HTMLElement | null>, received: number): StickToBottom {
  const [atBottom, setAtBottom] = useState(true);
  const following = useRef(true);
  const before = useRef(0);
  const measure = useCallback(() => {
    const top = end.current?.getBoundingClientRect().top ?? 0;
    const inView = top <= document.documentElement.clientHeight + tolerance;
    setAtBottom(inView);
    return inView;
  }, [end]);
  useEffect(() => {
    let top = scrollY;
    const onScroll = () => {
      const up = scrollY < top;
      top = scrollY;
      const inView = measure();
      if (up) following.current = false;
      else if (inView) following.current = true;
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', measure);
    };
  }, [measure]);
  useLayoutEffect(() => {
    const first = before.current === 0;
    before.current = received;
    if (received === 0) return;
    // A new answer is followed wherever the reader was before.
    if (first) following.current = true;
    // No farther than needed: scrolling up would be taken for the reader's.
    else if (following.current) end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [received, end]);
  // Rendering may have moved the end without a scroll event.
  useEffect(() => {
    measure();
  });
  const scrollToBottom = useCallback(() => {
    following.current = true;
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [end]);
  return { atBottom, scrollToBottom };
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels by which the end may be out of view and still count as seen. */
const slack = 8;

export interface Latest {
  /** Whether the end of the conversation is in view. */
  seen: boolean;
  /** Goes there, and follows what is still being said. */
  go(): void;
}

/**
 * Keeps the end of a page in view while text is added to it, unless the reader has scrolled up;
 * scrolling back down to the end goes on with it.
 * @param end an element after everything else
 * @param said how much has been said of what is being said now; 0 for nothing. The first words never move the page:
 *   an answer that comes whole is read from its beginning
 */
export function useLatest(end: RefObject<HTMLElement | null>, said: number): Latest {
  const [seen, setSeen] = useState(true);
  const following = useRef(true);
  const before = useRef(0);
  const look = useCallback(() => {
    const place = end.current?.getBoundingClientRect().top ?? 0;
    const inView = place <= document.documentElement.clientHeight + slack;
    setSeen(inView);
    return inView;
  }, [end]);
  useEffect(() => {
    let top = scrollY;
    const onScroll = () => {
      const up = scrollY < top;
      top = scrollY;
      const inView = look();
      if (up) following.current = false;
      else if (inView) following.current = true;
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', look);
    };
  }, [look]);
  useLayoutEffect(() => {
    const first = before.current === 0;
    before.current = said;
    if (said === 0) return;
    // Whoever asks wants to hear the answer, wherever they were before.
    if (first) following.current = true;
    // No farther than needed: to move the page back up would be taken for the reader's doing.
    else if (following.current) end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [said, end]);
  // What is drawn may have moved the end without a scroll.
  useEffect(() => {
    look();
  });
  const go = useCallback(() => {
    following.current = true;
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [end]);
  return { seen, go };
}

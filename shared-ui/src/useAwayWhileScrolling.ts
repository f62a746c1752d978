import { useEffect, useState } from 'react';

/** Pixels of scrolling that count as a decision. */
const decided = 24;

/**
 * Whether the page is being scrolled towards its end: what floats over it gets out of the way until it is scrolled back
 * or stands at its top.
 */
export function useAwayWhileScrolling(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let from = window.scrollY;
    const onScroll = () => {
      const to = window.scrollY;
      if (Math.abs(to - from) < decided && to > decided) return;
      setAway(to > from && to > decided);
      from = to;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return away;
}

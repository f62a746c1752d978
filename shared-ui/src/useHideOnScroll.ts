import { useEffect, useState } from 'react';

/** Minimum scroll distance in pixels. */
const decided = 24;

/** Whether the user is scrolling down, so that floating elements hide; they return when scrolling up or at the top. */
export function useHideOnScroll(): boolean {
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

import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width of an element in CSS pixels, kept up to date. `initial`, or what that says, until it has been measured. */
export function useElementWidth(
  ref: RefObject<HTMLElement | null>,
  initial: number | (() => number),
): number {
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth((before) => element.clientWidth || before);
    let first = true;
    // It looks for the first time when everything has been laid out and nothing is painted yet; who asked sooner would
    // have all laid out in the middle of the work. Where the guess was wrong, no frame shows it.
    const observer = new ResizeObserver(() => {
      if (first) flushSync(measure);
      else measure();
      first = false;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

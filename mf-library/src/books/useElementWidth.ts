import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width of an element in CSS pixels, updated by a ResizeObserver. `initial` until it is measured. */
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
    // Measured in the observer's first call, after layout and before paint: measuring earlier
    // would force a layout. No frame shows a wrong guess.
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

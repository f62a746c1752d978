import type { Measure } from '../reflow/places.ts';

/** Measures text with a font of the same generic family, which is accurate enough for the beginnings of words. */
export function createMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  const cache = new Map<string, readonly number[]>();
  return (text, family) => {
    const key = `${family}\n${text}`;
    const before = cache.get(key);
    if (before) return before;
    if (cache.size > 5_000) cache.clear();
    if (context) context.font = `32px ${family}`;
    const widths = Array.from({ length: text.length + 1 }, (_, count) =>
      context ? context.measureText(text.slice(0, count)).width : count,
    );
    cache.set(key, widths);
    return widths;
  };
}

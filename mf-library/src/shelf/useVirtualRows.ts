import { useReducedMotion } from '@lectern/shared-ui/useReducedMotion.ts';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { overscan } from './gridLayout.ts';

interface VirtualRowsOptions {
  /** What holds the rows. */
  container: RefObject<HTMLElement | null>;
  /** Things that stand in the rows. */
  count: number;
  /** Things in a row. */
  columns: number;
  rowHeight: number;
  /** The thing that has the focus: it stays mounted however far away the reader scrolls. */
  active: number;
}

/** Where a thing stands. */
export interface Place {
  index: number;
  /** CSS pixels from the top of the container to its row. */
  start: number;
}

export interface VirtualRows {
  /** What to render, in order. */
  places: readonly Place[];
  height: number;
  /** Brings a row into view: just so, or to the middle of the window. */
  reveal(row: number, align: 'auto' | 'center'): void;
}

/**
 * What stands near the part that the window shows, of any number of rows of the same height. A row is not made at once
 * but thing by thing while it comes nearer: a whole row of covers takes longer than a frame lasts.
 */
export function useVirtualRows({
  container,
  count,
  columns,
  rowHeight,
  active,
}: VirtualRowsOptions): VirtualRows {
  const still = useReducedMotion();
  const [top, setTop] = useState(0);
  // Whatever stands above may grow at any time (a strip of covers, a banner), so the place is looked up anew.
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    // Rows are kept ready beyond the window, so this is not worth a frame: least of all the first.
    const measure = () =>
      startTransition(() => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY)));
    // It looks for the first time when the page has been laid out.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);

  // The same function while the thing is the same: with another the virtualizer makes all of its items anew.
  const rangeExtractor = useCallback((range: Range) => withOne(range, active), [active]);
  // To the virtualizer the things stand below one another, each with its part of the row's height.
  const step = rowHeight / columns;
  const [beginning] = useState(whereTheWindowStands);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => step,
    ...beginning,
    observeElementRect: observeWindowSize,
    scrollToFn: scrollWindow,
    // So many that the rows kept ready are whole wherever in a row the window begins and ends.
    overscan: (overscan + 1) * columns - 1,
    // What many things take to make is longer than a frame: they are made beside the scrolling, in portions.
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: 96,
    scrollPaddingEnd: 96 + rowHeight - step,
    rangeExtractor,
  });
  // The virtualizer keeps the sizes it has seen; another height makes all of them wrong.
  const seen = useRef(step);
  useLayoutEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    virtualizer.measure();
  }, [virtualizer, step]);

  const wanted = virtualizer.getVirtualItems();
  const ready = useDeferredValue(wanted);
  // What is about to have the focus is needed at once.
  const shown = ready.some(({ index }) => index === active) ? ready : wanted;
  const places = useMemo(
    () => shown.map(({ index }) => ({ index, start: Math.floor(index / columns) * rowHeight })),
    [shown, columns, rowHeight],
  );

  return {
    places,
    height: Math.ceil(count / columns) * rowHeight,
    reveal(row, align) {
      // Across half a library nobody wants to be driven: there a jump is kinder, and the mark is seen at once.
      const near = Math.abs(top + row * rowHeight - window.scrollY) < 3 * window.innerHeight;
      const index = row * columns + (align === 'center' ? Math.floor(columns / 2) : 0);
      virtualizer.scrollToIndex(Math.min(index, count - 1), {
        align,
        behavior: align === 'center' && near && !still ? 'smooth' : 'auto',
      });
    },
  };
}

/** Known from the start: else the first render has no thing in it, and all come at once in a second. */
const whereTheWindowStands = () => ({
  initialRect: { width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 },
  initialOffset: globalThis.scrollY ?? 0,
});

type WindowVirtualizer = Virtualizer<Window, Element>;

/**
 * What it begins with is known (initialRect): to ask the window again, right
 * after the rows were made, has all of them laid out.
 */
function observeWindowSize(_: WindowVirtualizer, tell: (size: { width: number; height: number }) => void) {
  const listen = () => tell({ width: window.innerWidth, height: window.innerHeight });
  window.addEventListener('resize', listen, { passive: true });
  return () => window.removeEventListener('resize', listen);
}

/**
 * As the library does it, but for its first call: it brings the window to
 * where it stands, and has all laid out for that.
 */
function scrollWindow(
  offset: number,
  options: { adjustments?: number; behavior?: ScrollBehavior },
  instance: WindowVirtualizer,
) {
  const moves = options.behavior !== undefined || options.adjustments !== undefined;
  if (moves || offset !== instance.scrollOffset) windowScroll(offset, options, instance);
}

function withOne(range: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((a, b) => a - b);
}

import { useReducedMotion } from '@lectern/shared-ui/useMediaQuery.ts';
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
  /** Ref of the container. */
  container: RefObject<HTMLElement | null>;
  /** Number of items. */
  count: number;
  /** Items per row. */
  columns: number;
  rowHeight: number;
  /** Index of the focused item, which stays mounted when it is scrolled away. */
  active: number;
}

/** Position of an item. */
export interface Place {
  index: number;
  /** Offset of its row from the container's top, in CSS pixels. */
  start: number;
}

/**
 * Virtualizes rows of equal height. Rows are rendered item by item while they approach: a whole row of covers takes
 * longer than a frame.
 */
export function useVirtualRows({ container, count, columns, rowHeight, active }: VirtualRowsOptions) {
  const prefersReducedMotion = useReducedMotion();
  const [top, setTop] = useState(0);
  // Content above may change its height at any time, so the offset is measured again.
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    // Not urgent, since rows are rendered beyond the window (overscan).
    const measure = () =>
      startTransition(() => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY)));
    // Measured first after layout.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);

  // A stable function: with a new one the virtualizer recomputes all items.
  const rangeExtractor = useCallback((range: Range) => withOne(range, active), [active]);
  // The virtualizer sees a column of items, each with a fraction of the row height.
  const step = rowHeight / columns;
  const [initial] = useState(currentWindow);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => step,
    ...initial,
    observeElementRect: observeWindowSize,
    scrollToFn: scrollWindow,
    // Enough for complete overscan rows at any scroll offset.
    overscan: (overscan + 1) * columns - 1,
    // Many items take longer than a frame, so they are rendered in portions while scrolling.
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: 96,
    scrollPaddingEnd: 96 + rowHeight - step,
    rangeExtractor,
  });
  // The virtualizer caches sizes: they are reset when the row height changes.
  const measuredStep = useRef(step);
  useLayoutEffect(() => {
    if (measuredStep.current === step) return;
    measuredStep.current = step;
    virtualizer.measure();
  }, [virtualizer, step]);

  const wanted = virtualizer.getVirtualItems();
  const ready = useDeferredValue(wanted);
  // An item about to get focus is rendered synchronously.
  const shown = ready.some(({ index }) => index === active) ? ready : wanted;
  const places = useMemo(
    () => shown.map(({ index }) => ({ index, start: Math.floor(index / columns) * rowHeight })),
    [shown, columns, rowHeight],
  );

  return {
    /** Items to render, in order. */
    places,
    height: Math.ceil(count / columns) * rowHeight,
    /** Scrolls to a row: nearest edge, at the top, or centered. */
    reveal(row: number, align: 'auto' | 'start' | 'center') {
      // Long distances are jumped instead of scrolled smoothly.
      const isNear = Math.abs(top + row * rowHeight - window.scrollY) < 3 * window.innerHeight;
      const index = row * columns + (align === 'center' ? Math.floor(columns / 2) : 0);
      virtualizer.scrollToIndex(Math.min(index, count - 1), {
        align,
        behavior: align === 'center' && isNear && !prefersReducedMotion ? 'smooth' : 'auto',
      });
    },
  };
}

/** Given initially: otherwise the first render is empty, and everything comes in a second one. */
const currentWindow = () => ({
  initialRect: { width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 },
  initialOffset: globalThis.scrollY ?? 0,
});

type WindowVirtualizer = Virtualizer<Window, Element>;

/**
 * The initial rectangle is given (initialRect): measuring again
 * after rendering would force a layout.
 */
function observeWindowSize(_: WindowVirtualizer, onSize: (size: { width: number; height: number }) => void) {
  const listen = () => onSize({ width: window.innerWidth, height: window.innerHeight });
  window.addEventListener('resize', listen, { passive: true });
  return () => window.removeEventListener('resize', listen);
}

/** Like the library's own, but without its first call, which would force a layout to restore the scroll offset. */
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

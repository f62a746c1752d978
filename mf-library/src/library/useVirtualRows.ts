import { useReducedMotion } from '@lectern/shared-ui/useReducedMotion.ts';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useState } from 'react';
import { overscan } from './gridLayout.ts';

interface VirtualRowsOptions {
  /** What holds the rows. */
  container: RefObject<HTMLElement | null>;
  rows: number;
  rowHeight: number;
  /** The row that has the focus: it stays mounted however far away the reader scrolls. */
  activeRow: number;
}

export interface VirtualRows {
  /** The rows to render; `start` counts from the top of the container. */
  rows: VirtualItem[];
  height: number;
  /** Brings a row into view: just so, or to the middle of the window. */
  reveal(row: number, align: 'auto' | 'center'): void;
}

/** The rows near what the window shows, of any number of rows of the same height. */
export function useVirtualRows({ container, rows, rowHeight, activeRow }: VirtualRowsOptions): VirtualRows {
  const still = useReducedMotion();
  const [top, setTop] = useState(0);
  // Whatever stands above may grow at any time (a strip of covers, a banner), so the place is looked up anew.
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);

  // The same function while the row is the same: with another the virtualizer makes all of its rows anew.
  const rangeExtractor = useCallback((range: Range) => withRow(range, activeRow), [activeRow]);
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    overscan,
    // A row of covers takes longer to make than a frame lasts: it is made beside the scrolling, in portions.
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: 96,
    scrollPaddingEnd: 96,
    rangeExtractor,
  });
  // The virtualizer keeps the sizes it has seen; another height makes all of them wrong.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const wanted = virtualizer.getVirtualItems();
  const ready = useDeferredValue(wanted);
  // The row that is about to have the focus is needed at once.
  const shown = ready.some(({ index }) => index === activeRow) ? ready : wanted;

  return {
    rows: shown.map((row) => ({ ...row, start: row.start - top, end: row.end - top })),
    height: virtualizer.getTotalSize(),
    reveal(row, align) {
      // Across half a library nobody wants to be driven: there a jump is kinder, and the mark is seen at once.
      const near = Math.abs(top + row * rowHeight - window.scrollY) < 3 * window.innerHeight;
      virtualizer.scrollToIndex(row, {
        align,
        behavior: align === 'center' && near && !still ? 'smooth' : 'auto',
      });
    },
  };
}

function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row < 0 || row >= range.count || rows.includes(row)) return rows;
  return [...rows, row].sort((a, b) => a - b);
}

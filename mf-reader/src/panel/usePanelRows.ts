import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Attribute of the panel's scroll container. */
const scrolled = '[data-panel-scroll]';
/** Height in CSS pixels of the sticky tabs. */
const tabsHeight = 56;

export interface PanelRowsOptions {
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Initial estimate in CSS pixels. */
  rowHeight: number;
  /** Row to keep in view when it changes; -1 for none. */
  current: number;
}

/** Virtualizes the rows of a long list. */
export function usePanelRows({
  list,
  count,
  rowHeight,
  current,
}: PanelRowsOptions): Virtualizer<Element, Element> {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const container = list.current?.closest(scrolled);
    if (!list.current || !container) return;
    const above = list.current.getBoundingClientRect().top - container.getBoundingClientRect().top;
    setTop(Math.round(above + container.scrollTop));
  }, [list]);
  const rows = useVirtualizer<Element, Element>({
    count,
    getScrollElement: () => list.current?.closest(scrolled) ?? null,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: top,
    scrollPaddingStart: tabsHeight,
  });
  const isShown = useRef(false);
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: isShown.current ? 'auto' : 'center' });
    isShown.current = true;
  }, [current, rows]);
  return rows;
}

import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Attribute of the element in which the panel scrolls. */
const scrolled = '[data-panel-scroll]';
/** Height in CSS pixels of the tabs, which stay at the top. */
const tabsHeight = 56;

export interface PanelRowsOptions {
  list: RefObject<HTMLElement | null>;
  count: number;
  /** CSS pixels, until a row has been measured. */
  rowHeight: number;
  /** Row that is kept in view when it changes; -1 for none. */
  current: number;
}

/** Renders only the rows of a long list that are in view or near it. */
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

export interface RovingShape {
  count: number;
  columns: number;
  /** Rows that fit the window: the step of PageUp and PageDown. */
  pageRows: number;
  direction: 'ltr' | 'rtl';
}

export interface RovingKey {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
}

/** The index that a key moves to, or null for other keys. Clamped to the list. */
export function rovingMove(index: number, event: RovingKey, shape: RovingShape): number | null {
  const { count, columns, pageRows, direction } = shape;
  if (count === 0) return null;
  const forward = direction === 'rtl' ? -1 : 1;
  const rowStart = index - (index % columns);
  const far = event.ctrlKey === true || event.metaKey === true;
  const steps: Record<string, number> = {
    ArrowRight: index + forward,
    ArrowLeft: index - forward,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    PageDown: index + columns * Math.max(1, pageRows),
    PageUp: index - columns * Math.max(1, pageRows),
    Home: far ? 0 : rowStart,
    End: far ? count - 1 : rowStart + columns - 1,
  };
  const next = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (next === undefined) return null;
  // Down into a shorter last row: its last book.
  if (event.key === 'ArrowDown' && next >= count) return rowStart + columns < count ? count - 1 : index;
  if (event.key === 'ArrowUp' && next < 0) return index;
  return Math.min(count - 1, Math.max(0, next));
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { BookItemProps, BookListProps } from './bookListProps.ts';
import { useVirtualRows } from './useVirtualRows.ts';

interface BookListLayout {
  /** Ref of the list element. */
  container: RefObject<HTMLElement | null>;
  columns: number;
  rowHeight: number;
}

/** What the grid and the table have in common: the books to render, which one has the focus, and their handlers. */
export function useBookList(
  { books, highlightedId, selection, stacks, ref }: BookListProps,
  { container, columns, rowHeight }: BookListLayout,
) {
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, books.length - 1);
  const rows = useVirtualRows({ container, count: books.length, columns, rowHeight, active });
  const { places, height, reveal } = rows;
  const handlers = useShelfFocus({ container, books, columns, rowHeight, reveal, active, setActive });
  useImperativeHandle(ref, () => ({
    reveal(bookId, align = 'center') {
      const index = books.findIndex(({ id }) => id === bookId);
      if (index < 0) return;
      setActive(index);
      reveal(Math.floor(index / columns), align);
    },
  }));
  const itemOf = (book: Book, index: number): BookItemProps => ({
    book,
    reachable: index === active,
    highlighted: book.id === highlightedId,
    stack: stacks?.get(book.id),
    onToggle: selection?.toggle,
    selected: selection?.ids.has(book.id),
  });
  return { places, height, handlers, itemOf };
}

interface ShelfFocusOptions extends BookListLayout {
  books: readonly Book[];
  reveal(row: number, align: 'auto' | 'center'): void;
  active: number;
  setActive(index: number): void;
}

/**
 * Roving tabindex: arrow keys, Home, End, PageUp and PageDown move between books. Each has `data-book-id`; its first
 * link gets the focus.
 */
function useShelfFocus(options: ShelfFocusOptions) {
  const { container, books, columns, rowHeight, reveal, active, setActive } = options;
  const [wanted, setWanted] = useState(0);
  const moved = useRef(false);

  // The book may not be rendered yet: it is focused once it is.
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    linkOf(container.current, books[active]?.id)?.focus({ preventScroll: true });
  }, [wanted]);

  return {
    onKeyDown(event: KeyboardEvent) {
      // Not inside a menu, which handles arrow keys itself.
      if (event.defaultPrevented || event.altKey || !isBookLink(event.target)) return;
      const next = rovingMove(active, event, {
        count: books.length,
        columns,
        pageRows: Math.floor(window.innerHeight / rowHeight),
        direction: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
      });
      if (next === null) return;
      event.preventDefault();
      moved.current = true;
      setActive(next);
      setWanted((count) => count + 1);
      reveal(Math.floor(next / columns), 'auto');
    },
    onFocus(event: FocusEvent) {
      const id = (event.target as Element).closest('[data-book-id]')?.getAttribute('data-book-id');
      const index = books.findIndex((book) => book.id === id);
      if (index >= 0 && index !== active) setActive(index);
    },
  };
}

/** The link or checkbox of a book. */
const leading = '[data-book-id] :is(a, [role="checkbox"])';

function isBookLink(target: EventTarget): boolean {
  return target instanceof Element && target.matches(leading);
}

function linkOf(container: HTMLElement | null, bookId: string | undefined): HTMLElement | null {
  const books = container?.querySelectorAll('[data-book-id]') ?? [];
  const book = [...books].find((element) => element.getAttribute('data-book-id') === bookId);
  return book?.querySelector<HTMLElement>('a, [role="checkbox"]') ?? null;
}

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

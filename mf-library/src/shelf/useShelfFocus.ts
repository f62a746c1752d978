import type { Book } from '@lectern/shared-contracts/api/books.ts';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { rovingMove } from './rovingMove.ts';

interface ShelfFocus {
  /** Index of the book in the tab order (roving tabindex). */
  active: number;
  /** Handlers for the list element. Each book has `data-book-id`; its first link gets the focus. */
  handlers: {
    onKeyDown(event: KeyboardEvent): void;
    onFocus(event: FocusEvent): void;
  };
}

interface ShelfFocusOptions {
  container: RefObject<HTMLElement | null>;
  books: readonly Book[];
  columns: number;
  rowHeight: number;
  reveal(row: number, align: 'auto' | 'center'): void;
  active: number;
  setActive(index: number): void;
}

/** Roving tabindex: arrow keys, Home, End, PageUp and PageDown move between books. */
export function useShelfFocus(options: ShelfFocusOptions): ShelfFocus['handlers'] {
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
    onKeyDown(event) {
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
    onFocus(event) {
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

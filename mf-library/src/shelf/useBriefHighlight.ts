import { type RefObject, useEffect, useState } from 'react';
import type { BookListHandle } from './bookList.ts';

/** Milliseconds for which a book stays highlighted. */
const highlightDuration = 2_000;

/** Scrolls to a book and highlights it briefly; a repeated call restarts it. */
export function useBriefHighlight(list: RefObject<BookListHandle | null>) {
  const [asked, setAsked] = useState<{ id: string } | null>(null);
  // After the render in which filters were reset: the book is in the list now.
  useEffect(() => {
    if (asked === null) return;
    list.current?.reveal(asked.id);
    const timer = setTimeout(() => setAsked(null), highlightDuration);
    return () => clearTimeout(timer);
  }, [asked, list]);
  return { highlightedId: asked?.id ?? null, highlight: (id: string) => setAsked({ id }) };
}

import { type RefObject, useEffect, useState } from 'react';
import type { BookListHandle } from './bookList.ts';

/** Milliseconds for which a book stays highlighted. */
const highlightDuration = 2_000;

/** Scrolls to a book and highlights it briefly; a repeated call restarts it. */
export function useBriefHighlight(list: RefObject<BookListHandle | null>) {
  const [requested, setRequested] = useState<{ id: string } | null>(null);
  // After the render in which filters were reset: the book is in the list now.
  useEffect(() => {
    if (requested === null) return;
    list.current?.reveal(requested.id);
    const timer = setTimeout(() => setRequested(null), highlightDuration);
    return () => clearTimeout(timer);
  }, [requested, list]);
  return { highlightedId: requested?.id ?? null, highlight: (id: string) => setRequested({ id }) };
}

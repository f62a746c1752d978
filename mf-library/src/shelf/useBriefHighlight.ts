import { type RefObject, useEffect, useState } from 'react';
import type { BookListHandle } from './bookList.ts';

/** Milliseconds for which a book that was looked for is marked. */
const highlightDuration = 2_000;

/** Scrolls to a book and marks it for two seconds; asked again, it begins anew. */
export function useBriefHighlight(list: RefObject<BookListHandle | null>) {
  const [asked, setAsked] = useState<{ id: string } | null>(null);
  // After the render in which the filter may have been reset: only now is the book in the list.
  useEffect(() => {
    if (asked === null) return;
    list.current?.reveal(asked.id);
    const timer = setTimeout(() => setAsked(null), highlightDuration);
    return () => clearTimeout(timer);
  }, [asked, list]);
  return { highlightedId: asked?.id ?? null, highlight: (id: string) => setAsked({ id }) };
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type DragEvent, useState } from 'react';
import { setDraggedBooks } from '../books/dragMimeType.ts';

/** Drag handlers for the list element, and whether books are being dragged. */
export function useBookDrag(books: readonly Book[]) {
  const [dragging, setDragging] = useState(false);
  return {
    dragging,
    handlers: {
      onDragStart(event: DragEvent) {
        const id = (event.target as Element).closest?.('[data-book-id]')?.getAttribute('data-book-id');
        const book = books.find((candidate) => candidate.id === id);
        if (book === undefined) return;
        setDraggedBooks(event.dataTransfer, [book]);
        event.dataTransfer.effectAllowed = 'copyLink';
        setDragging(true);
      },
      onDragEnd: () => setDragging(false),
    },
  };
}

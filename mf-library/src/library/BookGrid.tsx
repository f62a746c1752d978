import { useImperativeHandle, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { BookTile } from './BookTile.tsx';
import type { BookListProps } from './bookList.ts';
import { gridLayout } from './gridLayout.ts';
import { useElementWidth } from './useElementWidth.ts';
import { useShelfFocus } from './useShelfFocus.ts';
import { useVirtualRows } from './useVirtualRows.ts';

/** Covers side by side; of thousands only those near the window are there. */
export function BookGrid({ books, label, highlightedId, selection, stacks, ref }: BookListProps) {
  const container = useRef<HTMLUListElement>(null);
  const { columns, columnWidth, rowHeight, coverWidth } = gridLayout(useElementWidth(container, 960));
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, books.length - 1);
  const { rows, height, reveal } = useVirtualRows({
    container,
    rows: Math.ceil(books.length / columns),
    rowHeight,
    activeRow: Math.floor(active / columns),
  });
  const handlers = useShelfFocus({ container, books, columns, rowHeight, reveal, active, setActive });
  useImperativeHandle(ref, () => ({
    reveal(bookId) {
      const index = books.findIndex(({ id }) => id === bookId);
      if (index < 0) return;
      setActive(index);
      reveal(Math.floor(index / columns), 'center');
    },
  }));
  return (
    <Shelf ref={container} role="list" aria-label={label} style={{ blockSize: height }} {...handlers}>
      {rows.flatMap((row) =>
        books.slice(row.index * columns, (row.index + 1) * columns).map((book, column) => {
          const index = row.index * columns + column;
          return (
            <Place
              key={book.id}
              aria-setsize={books.length}
              aria-posinset={index + 1}
              style={{ insetBlockStart: row.start, insetInlineStart: column * columnWidth }}
            >
              <BookTile
                book={book}
                coverWidth={coverWidth}
                reachable={index === active}
                highlighted={book.id === highlightedId}
                stack={stacks?.get(book.id)}
                onToggle={selection?.toggle}
                selected={selection?.ids.has(book.id)}
                eager={row.index < 2}
              />
            </Place>
          );
        }),
      )}
    </Shelf>
  );
}

const Shelf = styled.ul`
  position: relative;
  padding: 0;
`;

const Place = styled.li`
  position: absolute;
  list-style: none;
`;

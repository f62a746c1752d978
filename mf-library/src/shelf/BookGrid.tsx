import { memo, useImperativeHandle, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { contentWidth, useElementWidth } from '../books/useElementWidth.ts';
import { BookTile, type BookTileProps } from './BookTile.tsx';
import type { BookListProps } from './bookList.ts';
import { gridLayout } from './gridLayout.ts';
import { useShelfFocus } from './useShelfFocus.ts';
import { useVirtualRows } from './useVirtualRows.ts';

/** A virtualized grid of covers. */
export function BookGrid({ books, label, highlightedId, selection, stacks, ref }: BookListProps) {
  const container = useRef<HTMLUListElement>(null);
  const { columns, columnWidth, rowHeight, coverWidth } = gridLayout(
    useElementWidth(container, contentWidth),
  );
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, books.length - 1);
  const { places, height, reveal } = useVirtualRows({
    container,
    count: books.length,
    columns,
    rowHeight,
    active,
  });
  const handlers = useShelfFocus({ container, books, columns, rowHeight, reveal, active, setActive });
  useImperativeHandle(ref, () => ({
    reveal(bookId, align = 'center') {
      const index = books.findIndex(({ id }) => id === bookId);
      if (index < 0) return;
      setActive(index);
      reveal(Math.floor(index / columns), align);
    },
  }));
  return (
    <Shelf ref={container} role="list" aria-label={label} style={{ blockSize: height }} {...handlers}>
      {places.map(({ index, start }) => {
        const book = books[index];
        return book === undefined ? null : (
          <ShelfPlace
            key={book.id}
            book={book}
            count={books.length}
            index={index}
            start={start}
            inline={(index % columns) * columnWidth}
            width={columnWidth}
            height={rowHeight}
            coverWidth={coverWidth}
            reachable={index === active}
            highlighted={book.id === highlightedId}
            stack={stacks?.get(book.id)}
            onToggle={selection?.toggle}
            selected={selection?.ids.has(book.id)}
            eager={index < 2 * columns}
          />
        );
      })}
    </Shelf>
  );
}

interface ShelfPlaceProps extends BookTileProps {
  index: number;
  /** Number of all books. */
  count: number;
  /** Position and size in CSS pixels. */
  start: number;
  inline: number;
  width: number;
  height: number;
}

/** One grid item, memoized. */
const ShelfPlace = memo(function ShelfPlace({
  index,
  count,
  start,
  inline,
  width,
  height,
  ...tile
}: ShelfPlaceProps) {
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ insetBlockStart: start, insetInlineStart: inline, inlineSize: width, blockSize: height }}
    >
      <BookTile {...tile} />
    </li>
  );
});

const Shelf = styled.ul`
  position: relative;
  padding: 0;
  & > li {
    position: absolute;
    list-style: none;
    /* Contains layout changes. */
    contain: layout size style;
    /* Contains paint and hit testing. */
    @supports (overflow-clip-margin: 16px) {
      overflow: clip;
      overflow-clip-margin: 16px;
    }
  }
`;

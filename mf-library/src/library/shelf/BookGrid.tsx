import { memo, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import { useElementWidth } from '../../books/useElementWidth.ts';
import { BookTile, type BookTileProps } from './BookTile.tsx';
import type { BookListProps } from './bookListProps.ts';
import { contentWidth, gridLayout } from './gridLayout.ts';
import { useBookList } from './useBookList.ts';

/** A virtualized grid of covers. */
export function BookGrid(props: BookListProps) {
  const { books, label } = props;
  const container = useRef<HTMLUListElement>(null);
  const width = useElementWidth(container, contentWidth);
  const { columns, columnWidth, rowHeight, coverWidth } = useMemo(() => gridLayout(width), [width]);
  const { places, height, handlers, itemOf } = useBookList(props, { container, columns, rowHeight });
  return (
    <Shelf ref={container} role="list" aria-label={label} style={{ blockSize: height }} {...handlers}>
      {places.map(({ index, start }) => {
        const book = books[index];
        return book === undefined ? null : (
          <ShelfPlace
            key={book.id}
            {...itemOf(book, index)}
            count={books.length}
            index={index}
            start={start}
            inline={(index % columns) * columnWidth}
            width={columnWidth}
            height={rowHeight}
            coverWidth={coverWidth}
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

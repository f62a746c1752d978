import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { SortHeader } from '@lectern/shared-ui/SortHeader.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Fragment, useImperativeHandle, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { SortOrder } from '../books/sortBooks.ts';
import { BookRow } from './BookRow.tsx';
import type { BookListProps } from './bookList.ts';
import { denseRowHeight, listRowHeight } from './gridLayout.ts';
import { useShelfFocus } from './useShelfFocus.ts';
import { type Place, useVirtualRows } from './useVirtualRows.ts';

interface BookTableProps extends BookListProps {
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
  /** Compact rows. */
  dense: boolean;
}

const columns: readonly {
  id: string;
  label: string;
  order: SortOrder;
  sorted: 'ascending' | 'descending';
}[] = [
  { id: 'title', label: text('Title'), order: 'title', sorted: 'ascending' },
  { id: 'status', label: text('Status'), order: 'status', sorted: 'ascending' },
  { id: 'progress', label: text('Progress'), order: 'progress', sorted: 'descending' },
  { id: 'added', label: text('Added'), order: 'added', sorted: 'descending' },
  { id: 'opened', label: text('Last opened'), order: 'opened', sorted: 'descending' },
];

/** The books as a virtualized table that is sorted by its column headers. */
export function BookTable({
  books,
  label,
  highlightedId,
  selection,
  stacks,
  ref,
  order,
  onOrder,
  dense,
}: BookTableProps) {
  const t = useTranslate();
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = dense ? denseRowHeight : listRowHeight;
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, books.length - 1);
  const { places, height, reveal } = useVirtualRows({
    container: body,
    count: books.length,
    columns: 1,
    rowHeight,
    active,
  });
  const handlers = useShelfFocus({
    container: body,
    books,
    columns: 1,
    rowHeight,
    reveal,
    active,
    setActive,
  });
  useImperativeHandle(ref, () => ({
    reveal(bookId, align = 'center') {
      const index = books.findIndex(({ id }) => id === bookId);
      if (index < 0) return;
      setActive(index);
      reveal(index, align);
    },
  }));
  const endOf = (row: Place | undefined) => (row ? row.start + rowHeight : 0);
  return (
    <Sized>
      <ListTable caption={label} rowCount={books.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <SortHeader
                key={column.id}
                sorted={order === column.order ? column.sorted : undefined}
                onSort={() => onOrder(column.order)}
              >
                {t(column.label)}
              </SortHeader>
            ))}
            <th scope="col">
              <VisuallyHidden>{t('Commands')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={body} {...handlers}>
          {places.map(({ index, start }, at) => {
            const book = books[index];
            const above = start - endOf(places[at - 1]);
            return book === undefined ? null : (
              <Fragment key={book.id}>
                <Gap height={above} />
                <BookRow
                  book={book}
                  dense={dense}
                  rowIndex={index + 2}
                  reachable={index === active}
                  highlighted={book.id === highlightedId}
                  stack={stacks?.get(book.id)}
                  onToggle={selection?.toggle}
                  selected={selection?.ids.has(book.id)}
                />
              </Fragment>
            );
          })}
          <Gap height={height - endOf(places.at(-1))} />
        </tbody>
      </ListTable>
    </Sized>
  );
}

/** Space for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <Blank aria-hidden>
      <td colSpan={columns.length + 1} style={{ blockSize: height }} />
    </Blank>
  ) : null;
}

const Blank = styled.tr`
  && { border: 0; background: none; }
  && > td { padding: 0; }
`;

/** Narrow tables show only book, progress and menu. */
const Sized = styled.div`
  container-type: inline-size;
  /* Fixed column widths: otherwise each row that is added or removed lays out all of them. */
  & table { table-layout: fixed; }
  & th:nth-child(2) { inline-size: 8rem; }
  & th:nth-child(3) { inline-size: 10rem; }
  & th:nth-child(4), & th:nth-child(5) { inline-size: 8.5rem; }
  & th:nth-child(6) { inline-size: 6.5rem; }
  @container (max-width: 860px) {
    /* Hidden columns would keep their width. */
    & table { table-layout: auto; }
    /* The title gets the room that is left. */
    & th:first-child { inline-size: 55%; }
    :is(th, td):nth-child(5), :is(th, td):nth-child(4) { display: none; }
  }
  @container (max-width: 600px) {
    /* The space above the header is that of its touch target. */
    & > * { margin-block-start: -${space(4)}; }
    :is(th, td):nth-child(2), :is(th, td):nth-child(3) { display: none; }
    & th:first-child { inline-size: auto; }
    /* Buttons are stacked. */
    & th:nth-child(6) { inline-size: 3rem; }
  }
`;

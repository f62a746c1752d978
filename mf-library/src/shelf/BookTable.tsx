import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { SortHeader } from '@lectern/shared-ui/SortHeader.tsx';
import { VisuallyHidden, visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Fragment, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { SortOrder } from '../books/sortBooks.ts';
import { contentWidth, useElementWidth } from '../books/useElementWidth.ts';
import { BookRow } from './BookRow.tsx';
import type { BookListProps } from './bookList.ts';
import { denseRowHeight, listRowHeight } from './gridLayout.ts';
import { columnFacts, fittingColumns, type ListColumn } from './listColumns.ts';
import { useShelfFocus } from './useShelfFocus.ts';
import { type Place, useVirtualRows } from './useVirtualRows.ts';

interface BookTableProps extends BookListProps {
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
  /** Compact rows. */
  dense: boolean;
  chosen: readonly ListColumn[];
}

const descending: readonly SortOrder[] = ['progress', 'added', 'opened'];
const sortedBy = (order: SortOrder) => (descending.includes(order) ? 'descending' : 'ascending');

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
  chosen: chosenColumns,
}: BookTableProps) {
  const t = useTranslate();
  const body = useRef<HTMLTableSectionElement>(null);
  const sized = useRef<HTMLDivElement>(null);
  const width = useElementWidth(sized, contentWidth);
  const columns = useMemo(
    () =>
      fittingColumns(
        chosenColumns,
        width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      ),
    [chosenColumns, width],
  );
  const bare = columns.length === 0;
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
    <Sized ref={sized} data-bare={bare || undefined}>
      <ListTable caption={label} rowCount={books.length + 1}>
        <colgroup>
          <col />
          {columns.map((column) => (
            <col key={column} style={{ inlineSize: `${columnFacts[column].width}rem` }} />
          ))}
          <col style={{ inlineSize: bare ? '3rem' : '9.5rem' }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <SortHeader sorted={order === 'title' ? 'ascending' : undefined} onSort={() => onOrder('title')}>
              {t('Title')}
            </SortHeader>
            {columns.map((column) => {
              const { label, order: own } = columnFacts[column];
              return own === undefined ? (
                <th key={column} scope="col">
                  {t(label)}
                </th>
              ) : (
                <SortHeader
                  key={column}
                  sorted={order === own ? sortedBy(own) : undefined}
                  onSort={() => onOrder(own)}
                >
                  {t(label)}
                </SortHeader>
              );
            })}
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
                <Gap height={above} columns={columns.length} />
                <BookRow
                  book={book}
                  dense={dense}
                  columns={columns}
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
          <Gap height={height - endOf(places.at(-1))} columns={columns.length} />
        </tbody>
      </ListTable>
    </Sized>
  );
}

/** Space for rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <Blank aria-hidden>
      <td colSpan={columns + 2} style={{ blockSize: height }} />
    </Blank>
  ) : null;
}

const Blank = styled.tr`
  && { border: 0; background: none; }
  && > td { padding: 0; }
`;

/** Fixed column widths: otherwise each row that is added or removed lays out all of them. */
const Sized = styled.div`
  container-type: inline-size;
  & table { table-layout: fixed; }
  /* A lone heading says nothing. */
  &[data-bare] thead { ${visuallyHidden} }
`;

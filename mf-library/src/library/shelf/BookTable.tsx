import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { SortHeader } from '@lectern/shared-ui/SortHeader.tsx';
import { VisuallyHidden, visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Fragment, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import type { SortOrder } from '../../books/sortBooks.ts';
import { useElementWidth } from '../../books/useElementWidth.ts';
import { BookRow } from './BookRow.tsx';
import type { BookListProps } from './bookListProps.ts';
import { contentWidth, denseRowHeight, listRowHeight, textScale } from './gridLayout.ts';
import { columnFacts, fittingColumns, type ListColumn } from './listColumns.ts';
import { useBookList } from './useBookList.ts';
import type { Place } from './useVirtualRows.ts';

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
export function BookTable(props: BookTableProps) {
  const { books, label, order, onOrder, dense, chosen } = props;
  const t = useTranslate();
  const body = useRef<HTMLTableSectionElement>(null);
  const sized = useRef<HTMLDivElement>(null);
  const width = useElementWidth(sized, contentWidth);
  const scale = useMemo(textScale, [width]);
  const columns = useMemo(() => fittingColumns(chosen, width / scale / 16), [chosen, width, scale]);
  const bare = columns.length === 0;
  const rowHeight = (dense ? denseRowHeight : listRowHeight) * scale;
  const { places, height, handlers, itemOf } = useBookList(props, {
    container: body,
    columns: 1,
    rowHeight,
  });
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
                <BookRow {...itemOf(book, index)} dense={dense} columns={columns} rowIndex={index + 2} />
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

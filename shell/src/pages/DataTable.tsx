import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import type { ReactNode } from 'react';

export interface DataColumn<T> {
  title: ReactNode;
  cell: (row: T) => ReactNode;
  /** It names the row. */
  isName?: boolean;
  /** It has numbers. */
  isNumber?: boolean;
  /** Shown only where there is room. */
  isWide?: boolean;
}

export interface DataTableProps<T> {
  /** For screen readers. */
  caption: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

/** A table of rows, described by its columns. */
export function DataTable<T>({ caption, columns, rows, keyOf }: DataTableProps<T>) {
  const attributesOf = ({ isNumber, isWide }: DataColumn<T>) => ({
    'data-align': isNumber ? 'end' : undefined,
    'data-room': isWide ? 'wide' : undefined,
  });
  return (
    <ListTable caption={caption}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={index} scope="col" {...attributesOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => {
              const Cell = column.isName ? 'th' : 'td';
              return (
                <Cell key={index} scope={column.isName ? 'row' : undefined} {...attributesOf(column)}>
                  {column.cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </ListTable>
  );
}

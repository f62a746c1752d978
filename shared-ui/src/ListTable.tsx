import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, media, space, type } from './tokens.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface ListTableProps {
  /** Caption for screen readers. */
  caption: string;
  /**
   * aria-rowcount including the header, when rows are virtualized with `aria-rowindex`.
   */
  rowCount?: number;
  /**
   * thead and tbody; `data-align="end"` on a cell for numbers, `data-room="wide"` or `"narrow"` on what is shown only
   * on wide or on narrow screens.
   */
  children: ReactNode;
}

/** A table that scrolls horizontally. */
export function ListTable({ caption, rowCount, children }: ListTableProps) {
  return (
    <Scroll>
      <Table aria-rowcount={rowCount}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        {children}
      </Table>
    </Scroll>
  );
}

const Scroll = styled.div`
  position: relative;
  overflow-x: auto;
`;

const Table = styled.table`
  inline-size: 100%;
  font-size: ${type.small};

  th, td { padding-block: ${space(3)}; padding-inline: 0 ${space(4)}; text-align: start; vertical-align: middle; }
  th:last-child, td:last-child { padding-inline-end: 0; }
  thead th {
    padding-block: ${space(2)};
    border-block-end: 1px solid ${color.lineStrong};
    color: ${color.textMuted};
    font-size: ${type.caption};
    font-weight: 500;
    white-space: nowrap;
  }
  tbody th { font-weight: 500; }
  tbody tr { border-block-end: 1px solid ${color.line}; }
  tbody tr:hover { background: ${color.surfaceHover}; }
  [data-room='narrow'] { display: none; }
  @media ${media.narrow} {
    [data-room='wide'] { display: none; }
    [data-room='narrow'] { display: revert; }
  }
  [data-align='end'] { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
`;

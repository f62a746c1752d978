import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useId, useState } from 'react';
import { styled } from 'styled-components';

interface ChartProps {
  title: string;
  /** Summary of the chart in a sentence. */
  summary: string;
  /** Controls beside the title. */
  actions?: ReactNode;
  /** Table with the same data: column names, then rows that begin with their header. */
  columns: readonly string[];
  /** Computed when the table is opened. */
  rows: () => readonly (readonly (string | number)[])[];
  children: ReactNode;
}

/** A chart with a table of the same data. */
export function Chart({ title, summary, actions, columns, rows, children }: ChartProps) {
  const t = useTranslate();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Part aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {actions}
      </Head>
      <p>{summary}</p>
      {children}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('As a table')}</summary>
        {open ? (
          <ListTable caption={title}>
            <thead>
              <tr>
                {columns.map((column, index) => (
                  <th key={column} scope="col" data-align={index === 0 ? undefined : 'end'}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={columns[index + 1]} data-align="end">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </ListTable>
        ) : null}
      </details>
    </Part>
  );
}

const Part = styled.section`
  min-inline-size: 0;
  /* Laid out only near the viewport. */
  content-visibility: auto;
  contain-intrinsic-block-size: auto 22rem;
  padding-block-start: ${space(5)};
  border-block-start: 1px solid ${color.line};
  & > p { margin-block-end: ${space(5)}; color: ${color.textMuted}; font-size: ${type.small}; }
  & > details { margin-block-start: ${space(4)}; font-size: ${type.small}; }
  & > details > summary { color: ${color.textMuted}; cursor: pointer; padding-block: ${space(2)}; inline-size: fit-content; }
  & > details > summary:hover { color: ${color.text}; }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  margin-block-end: ${space(1)};
  & > h2 { font-size: ${type.large}; }
`;

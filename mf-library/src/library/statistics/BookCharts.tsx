import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { statusLabels } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { type SessionFacts, shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { type CSSProperties, Fragment, useMemo } from 'react';
import { styled } from 'styled-components';
import { Chart } from './Chart.tsx';

const statusOrder: readonly BookStatus[] = ['reading', 'paused', 'unread', 'completed'];

interface BookFiguresProps {
  books: readonly Book[];
  /** Number of rows in each chart. */
  statuses: Readonly<Record<BookStatus, number>>;
}

/** The books by status, genre and author. */
export function BookCharts({ books, statuses }: BookFiguresProps) {
  const t = useTranslate();
  const statusShares = statusOrder.map((status) => ({
    label: t(statusLabels[status]),
    count: statuses[status],
  }));
  const genres = useMemo(
    () => booksBy(books, 'genre', { most: 8, noneLabel: t('No genre'), otherLabel: t('Other genres') }),
    [books, t],
  );
  const authors = useMemo(
    () => booksBy(books, 'author', { most: 8, noneLabel: t('No author'), otherLabel: t('Other authors') }),
    [books, t],
  );
  const tableOf = (shares: readonly Share[]) => () => shares.map(({ label, count }) => [label, count]);
  return (
    <>
      <Stack gap={10}>
        <Chart
          title={t('Books by status')}
          summary={t('{{count}} books in your library.', { count: books.length })}
          columns={[t('Status'), t('Books')]}
          rows={tableOf(statusShares)}
        >
          <ShareBars shares={statusShares} />
        </Chart>
        <Chart
          title={t('Books by genre')}
          summary={t('{{count}} books say their genre.', {
            count: books.filter(({ genre }) => genre?.trim()).length,
          })}
          columns={[t('Genre'), t('Books')]}
          rows={tableOf(genres)}
        >
          <ShareBars shares={genres} />
        </Chart>
      </Stack>
      <Stack gap={10}>
        <Chart
          title={t('Books by author')}
          summary={t('{{count}} authors in your library.', {
            count: new Set(books.map(({ author }) => author.trim().toLowerCase()).filter(Boolean)).size,
          })}
          columns={[t('Author'), t('Books')]}
          rows={tableOf(authors)}
        >
          <ShareBars shares={authors} />
        </Chart>
      </Stack>
    </>
  );
}

/** Horizontal bars with name and count. The table has the same data. */
function ShareBars({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <Rows aria-hidden>
      {shares.map(({ label, count }) => (
        <Fragment key={label}>
          <span dir="auto">{label}</span>
          <b style={{ '--share': count / most } as CSSProperties}>{count}</b>
        </Fragment>
      ))}
    </Rows>
  );
}

const Rows = styled.div`
  display: grid;
  grid-template-columns: fit-content(min(42%, 11rem)) minmax(0, 1fr);
  grid-auto-rows: 28px;
  align-items: center;
  column-gap: ${space(3)};
  font-size: ${type.small};
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > b {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    /* Leaves space for the count after the longest bar. */
    &::before {
      content: '';
      flex: none;
      inline-size: max(2px, (100% - 44px) * var(--share));
      block-size: 17px;
      border-start-end-radius: 4px;
      border-end-end-radius: 4px;
      background: ${color.progress};
      forced-color-adjust: none;
    }
  }
`;

export interface Share {
  label: string;
  count: number;
}

export function booksByStatus(
  books: readonly Book[],
  session?: SessionFacts | null,
): Record<BookStatus, number> {
  const counts = { reading: 0, paused: 0, unread: 0, completed: 0 };
  for (const book of books) counts[shownStatus(book, session)] += 1;
  return counts;
}

/**
 * Counts books by a field, most frequent first. Beyond `most` values the rest is summed under `otherLabel`; books
 * without a value are under `noneLabel`.
 */
export function booksBy(
  books: readonly Book[],
  field: 'genre' | 'author',
  { most, noneLabel, otherLabel }: { most: number; noneLabel: string; otherLabel: string },
): Share[] {
  const counts = new Map<string, Share>();
  for (const book of books) {
    const label = book[field]?.trim() || noneLabel;
    const key = label.toLowerCase();
    const share = counts.get(key) ?? { label, count: 0 };
    share.count += 1;
    counts.set(key, share);
  }
  const shares = [...counts.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  if (shares.length <= most) return shares;
  const rest = shares.slice(most - 1).reduce((sum, { count }) => sum + count, 0);
  return [...shares.slice(0, most - 1), { label: otherLabel, count: rest }];
}

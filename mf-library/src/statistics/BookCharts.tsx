import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { statusLabels } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useMemo } from 'react';
import { booksBy, type Share } from './bookShares.ts';
import { Chart } from './Chart.tsx';
import { ShareBars } from './ShareBars.tsx';

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

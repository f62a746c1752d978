import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { streakOf } from '@lectern/shared-contracts/domain/streak.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { EmptyLibrary } from '../library/EmptyLibrary.tsx';
import { statusWords } from '../library/statusWords.ts';
import { BarChart } from './BarChart.tsx';
import { booksBy, booksByStatus } from './bookShares.ts';
import { dateOf, dayOf, firstDayOfWeek } from './days.ts';
import { Figure } from './Figure.tsx';
import { formatDuration } from './formatDuration.ts';
import { hoursOfDay } from './hoursOfDay.ts';
import { readByDay, readingBars, readingTotals } from './readingTime.ts';
import { ShareBars } from './ShareBars.tsx';
import { TimeChart } from './TimeChart.tsx';
import { Totals } from './Totals.tsx';
import { useReadingRecords } from './useReadingRecords.ts';
import { YearMap } from './YearMap.tsx';
import { YearReview } from './YearReview.tsx';

const statusOrder: readonly BookStatus[] = ['reading', 'paused', 'unread', 'completed'];

/** What was read, when, and which books: numbers and a few charts, each with its table. */
export function StatisticsView({ books }: { books: readonly Book[] }) {
  const { i18n, session } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const active = useReadable(session.active);
  const { records, loading } = useReadingRecords();
  const [now] = useState(() => new Date());
  const firstDay = firstDayOfWeek(language);
  const days = useMemo(() => readByDay(records, 'seconds'), [records]);
  const totals = useMemo(() => readingTotals(records, now, firstDay), [records, now, firstDay]);
  const statuses = booksByStatus(books, active);
  const statusShares = statusOrder.map((status) => ({
    label: t(statusWords[status]),
    count: statuses[status],
  }));
  const genres = booksBy(books, 'genre', {
    most: 8,
    noneLabel: t('No genre'),
    otherLabel: t('Other genres'),
  });
  const authors = booksBy(books, 'author', {
    most: 8,
    noneLabel: t('No author'),
    otherLabel: t('Other authors'),
  });
  const hours = useMemo(() => hoursOfDay(records), [records]);
  const hourName = new Intl.DateTimeFormat(language, { hour: 'numeric' });
  const nameOf = (hour: number) => hourName.format(new Date(2026, 0, 1, hour));
  const busiest = hours.indexOf(Math.max(...hours));
  const months = readingBars(days, 'months', now, firstDay);
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  // Charts of nothing teach nothing; the first book does.
  if (books.length === 0 && records.length === 0 && !loading) return <EmptyLibrary />;
  const yearAgo = dayOf(new Date(now.getFullYear() - 1, now.getMonth(), now.getDate()));
  const daysRead = [...days].filter(([day, seconds]) => seconds > 0 && day > yearAgo).length;
  return (
    <>
      {records.length === 0 && !loading ? (
        <Banner
          tone="info"
          message={t('Nothing has been timed yet.')}
          detail={t('Start a reading session in the menu of a book, or add one by hand in the tab Reading.')}
        />
      ) : null}
      <Totals totals={totals} streak={streakOf(days.keys(), dayOf(now))} completed={statuses.completed} />
      <YearReview records={records} books={books} />
      <Grid>
        <Wide>
          <Figure
            title={t('A year of days')}
            summary={t('{{count}} days with reading in the last year; the darker, the longer.', {
              count: daysRead,
            })}
            columns={[t('Month'), t('Reading time')]}
            rows={months.map(({ from, amount }) => [month.format(dateOf(from)), formatDuration(amount, t)])}
          >
            <YearMap days={days} now={now} firstDay={firstDay} />
          </Figure>
        </Wide>
        <TimeChart records={records} now={now} firstDay={firstDay} />
        <Figure
          title={t('Hours of the day')}
          summary={
            (hours[busiest] ?? 0) > 0
              ? t('Most is read in the hour from {{hour}}.', { hour: nameOf(busiest) })
              : t('Nothing has been timed yet.')
          }
          columns={[t('Hour'), t('Reading time')]}
          rows={hours.map((seconds, hour) => [nameOf(hour), formatDuration(seconds, t)])}
        >
          <BarChart
            bars={hours.map((seconds, hour) => ({
              key: String(hour),
              label: hour % 6 === 0 ? nameOf(hour) : '',
              value: seconds,
              valueText: '',
              current: hour === busiest && seconds > 0,
            }))}
          />
        </Figure>
        <Stack gap={10}>
          <Figure
            title={t('Books by status')}
            summary={t('{{count}} books in your library.', { count: books.length })}
            columns={[t('Status'), t('Books')]}
            rows={statusShares.map(({ label, count }) => [label, count])}
          >
            <ShareBars shares={statusShares} />
          </Figure>
          <Figure
            title={t('Books by genre')}
            summary={t('{{count}} books say their genre.', {
              count: books.filter(({ genre }) => genre?.trim()).length,
            })}
            columns={[t('Genre'), t('Books')]}
            rows={genres.map(({ label, count }) => [label, count])}
          >
            <ShareBars shares={genres} />
          </Figure>
        </Stack>
        <Stack gap={10}>
          <Figure
            title={t('Books by author')}
            summary={t('{{count}} authors in your library.', {
              count: new Set(books.map(({ author }) => author.trim().toLowerCase()).filter(Boolean)).size,
            })}
            columns={[t('Author'), t('Books')]}
            rows={authors.map(({ label, count }) => [label, count])}
          >
            <ShareBars shares={authors} />
          </Figure>
        </Stack>
      </Grid>
    </>
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
  gap: ${space(10)} ${space(12)};
`;

const Wide = styled.div`
  grid-column: 1 / -1;
  min-inline-size: 0;
`;

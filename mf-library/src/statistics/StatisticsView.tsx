import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { dayOf, type StreakRule, streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { DayCalendar } from '@lectern/shared-ui/calendar/DayCalendar.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { EmptyLibrary } from '../books/EmptyLibrary.tsx';
import { formatMonth } from '../books/formatDay.ts';
import { BarChart } from './BarChart.tsx';
import { BookCharts } from './BookCharts.tsx';
import { booksByStatus } from './bookShares.ts';
import { Chart } from './Chart.tsx';
import { type Day, firstDayOfWeek } from './days.ts';
import { formatDuration } from './formatDuration.ts';
import { hoursOfDay } from './hoursOfDay.ts';
import { memoizeByList } from './memoizeByList.ts';
import type { ReadingRecord } from './readingRecords.ts';
import { dayLevel, pagesByDay, readingBars, readingTotals, secondsByDay, yearOfDays } from './readingTime.ts';
import { StatisticsLoading } from './StatisticsLoading.tsx';
import { TimeChart } from './TimeChart.tsx';
import { Totals } from './Totals.tsx';
import { useReadingRecords } from './useReadingRecords.ts';
import { YearReview } from './YearReview.tsx';

const everyDay: StreakRule = { kind: 'daily', restDay: false };

/** Totals and charts, each with its table. */
export function StatisticsView({ books }: { books: readonly Book[] }) {
  const { i18n, session } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const active = useReadable(session.active);
  const { records, counted, loading } = useReadingRecords();
  const streak = useData('GET /api/gamification/streak', {});
  // The rule that the reader chose for the rewards.
  const rule = streak.status === 'ready' ? streak.value : everyDay;
  const [now] = useState(() => new Date());
  const firstDay = firstDayOfWeek;
  const days = secondsByDay(records);
  const pages = useMemo(() => pagesByDay(records, counted), [records, counted]);
  const amounts = useMemo(() => ({ seconds: days, pages }), [days, pages]);
  const totals = useMemo(() => readingTotals(records, pages, now, firstDay), [records, pages, now, firstDay]);
  const statuses = useMemo(() => booksByStatus(books, active), [books, active]);
  // Charts below the fold are rendered after those in view.
  const below = useDeferredValue(true, false);
  // Without sessions there are no charts.
  if (books.length === 0 && records.length === 0 && !loading) return <EmptyLibrary />;
  if (loading && records.length === 0) return <StatisticsLoading />;
  // Without sessions, charts would be empty: show only what is known about the books.
  if (records.length === 0)
    return (
      <>
        <Banner
          tone="info"
          message={t('No reading sessions yet.')}
          detail={t('Start a reading session in the menu of a book, or add one by hand in the tab Reading.')}
        />
        <Grid>
          <BookCharts books={books} statuses={statuses} />
        </Grid>
      </>
    );
  const yearAgo = dayOf(new Date(now.getFullYear() - 1, now.getMonth(), now.getDate()));
  const daysRead = [...days].filter(([day, seconds]) => seconds > 0 && day > yearAgo).length;
  return (
    <>
      <Totals
        totals={totals}
        streak={{ length: streakBy(rule, days.keys(), dayOf(now)).length, weekly: rule.kind === 'weekly' }}
        completed={statuses.completed}
      />
      <YearReview records={records} amounts={amounts} books={books} />
      <Grid>
        <Wide>
          <Chart
            title={t('A year of days')}
            summary={t('You read on {{count}} days in the past year. A stronger color means longer.', {
              count: daysRead,
            })}
            columns={[t('Month'), t('Reading time')]}
            rows={() =>
              readingBars(days, 'months', now, firstDay).map(({ from, amount }) => [
                formatMonth(from, language),
                formatDuration(amount, t),
              ])
            }
          >
            <YearMap days={days} now={now} firstDay={firstDay} />
          </Chart>
        </Wide>
        {below ? (
          <>
            <TimeChart amounts={amounts} now={now} firstDay={firstDay} />
            <HoursChart records={records} />
            <BookCharts books={books} statuses={statuses} />
          </>
        ) : null}
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

const hoursOf = memoizeByList(hoursOfDay);

/** Reading time by hour of the day. */
function HoursChart({ records }: { records: readonly ReadingRecord[] }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const hours = hoursOf(records);
  const hourName = new Intl.DateTimeFormat(language, { hour: 'numeric' });
  const nameOf = (hour: number) => hourName.format(new Date(2026, 0, 1, hour));
  const busiest = hours.indexOf(Math.max(...hours));
  return (
    <Chart
      title={t('Hours of the day')}
      summary={
        (hours[busiest] ?? 0) > 0
          ? t('You read most around {{hour}}.', { hour: nameOf(busiest) })
          : t('No reading sessions yet.')
      }
      columns={[t('Hour'), t('Reading time')]}
      rows={() => hours.map((seconds, hour) => [nameOf(hour), formatDuration(seconds, t)])}
    >
      <BarChart
        bars={hours.map((seconds, hour) => ({
          key: String(hour),
          label: hour % 6 === 0 ? nameOf(hour) : '',
          value: seconds,
          valueText: '',
        }))}
      />
    </Chart>
  );
}

interface YearMapProps {
  days: ReadonlyMap<Day, number>;
  now: Date;
  firstDay: number;
}

/** A year of days by reading time. */
function YearMap({ days, now, firstDay }: YearMapProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const scroll = useRef<HTMLDivElement>(null);
  const rtl = useDirection() === 'rtl';
  const narrow = useMediaQuery(media.narrow);
  const year = useMemo(
    () =>
      yearOfDays(now, firstDay).map((day) => {
        const seconds = days.get(day) ?? 0;
        const words = seconds > 0 ? formatDuration(seconds, t) : t('No reading.');
        return { day, level: dayLevel(seconds), words };
      }),
    [days, now, firstDay, t],
  );
  // Scrolled to the latest weeks where it is too wide.
  useLayoutEffect(() => {
    if (narrow && scroll.current) scroll.current.scrollLeft = scroll.current.scrollWidth * (rtl ? -1 : 1);
  }, [narrow, rtl]);
  return (
    <Scroll ref={scroll}>
      <DayCalendar label={t('A year of days')} days={year} language={language} weeks="columns" />
    </Scroll>
  );
}

const Scroll = styled.div`
  /* Room for the outline of the focused calendar. */
  padding: 4px;
  overflow-x: auto;
`;

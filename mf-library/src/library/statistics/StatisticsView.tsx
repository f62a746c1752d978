import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { dayOf, type StreakRule, streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import {
  useData,
  useHost,
  usePoint,
  useReadable,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { DayCalendar } from '@lectern/shared-ui/calendar/DayCalendar.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { EmptyLibrary } from '../../books/EmptyLibrary.tsx';
import { type Day, formatMonth } from '../../books/formats.ts';
import { BarChart } from './BarChart.tsx';
import { BookCharts, booksByStatus } from './BookCharts.tsx';
import { Chart } from './Chart.tsx';
import { type ReadingRecord, useReadingRecords } from './readingRecords.ts';
import {
  dayLevel,
  hoursOfDay,
  pagesByDay,
  type ReadingTotals,
  readingBars,
  readingTotals,
  secondsByDay,
  yearOfDays,
} from './readingTime.ts';
import { StatisticsLoading } from './StatisticsLoading.tsx';
import { TimeChart } from './TimeChart.tsx';
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
  const days = secondsByDay(records);
  const pages = useMemo(() => pagesByDay(records, counted), [records, counted]);
  const amounts = useMemo(() => ({ seconds: days, pages }), [days, pages]);
  const cards = usePoint('mf-library/statistics-card', undefined).map((card) => (
    <div key={card.id}>{card.render(undefined)}</div>
  ));
  const totals = useMemo(() => readingTotals(records, pages, now), [records, pages, now]);
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
          {cards}
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
              readingBars(days, 'months', now).map(({ from, amount }) => [
                formatMonth(from, language),
                formatDuration(amount, t),
              ])
            }
          >
            <YearMap days={days} now={now} />
          </Chart>
        </Wide>
        {below ? (
          <>
            <TimeChart amounts={amounts} now={now} />
            <HoursChart records={records} />
            <BookCharts books={books} statuses={statuses} />
            {cards}
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

const hoursOf = remembered(hoursOfDay);

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

/** A year of days by reading time. */
function YearMap({ days, now }: { days: ReadonlyMap<Day, number>; now: Date }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const scroll = useRef<HTMLDivElement>(null);
  const rtl = useDirection() === 'rtl';
  const narrow = useMediaQuery(media.narrow);
  const year = useMemo(
    () =>
      yearOfDays(now).map((day) => {
        const seconds = days.get(day) ?? 0;
        const words = seconds > 0 ? formatDuration(seconds, t) : t('No reading.');
        return { day, level: dayLevel(seconds), words };
      }),
    [days, now, t],
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

interface TotalsProps {
  totals: ReadingTotals;
  streak: { length: number; weekly: boolean };
  /** Books. */
  completed: number;
}

type Fact = [name: string, value: string];

/** The time read, large, and what else is counted. */
function Totals({ totals, streak, completed }: TotalsProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const number = new Intl.NumberFormat(language);
  const reading: Fact[] = [
    [t('Today'), formatDuration(totals.today, t)],
    [t('This week'), formatDuration(totals.week, t)],
    [t('This month'), formatDuration(totals.month, t)],
    [t('All time'), formatDuration(totals.all, t)],
    [
      t('Streak'),
      streak.weekly
        ? t('{{count}} weeks', { count: streak.length })
        : t('{{count}} days', { count: streak.length }),
    ],
  ];
  const more: Fact[] = [
    [t('Books completed'), number.format(completed)],
    [t('Pages read'), number.format(totals.pages)],
    [
      t('Pace'),
      totals.pace === null ? '–' : t('{{count}} pages an hour', { count: Math.round(totals.pace) }),
    ],
    [t('Sessions'), number.format(totals.sessions)],
    [t('Average session'), formatDuration(totals.average, t)],
    [t('Longest session'), formatDuration(totals.longest, t)],
  ];
  return (
    <List>
      {[...reading, ...more].map(([name, value], index) => (
        <div key={name} data-main={index < reading.length || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(10rem, 42%), 1fr));
  gap: ${space(6)};
  /* Five figures above six. */
  @media ${media.wide} {
    grid-template-columns: repeat(30, minmax(0, 1fr));
    column-gap: 0;
    & > div { grid-column: span 5; padding-inline-end: ${space(4)}; }
    & > [data-main] { grid-column: span 6; }
  }
  margin-block: ${space(6)} ${space(10)};
  &:first-child { margin-block-start: 0; }
  & > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd {
    font-family: ${font.reading};
    font-size: ${type.body};
    line-height: 1.3;
    font-variant-numeric: lining-nums tabular-nums;
  }
  & > [data-main] > dd { font-size: ${type.title}; }
  @media ${media.narrow} { & > [data-main] > dd { font-size: ${type.large}; } }
`;

import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useState } from 'react';
import { dateOf } from '../../books/formats.ts';
import { BarChart } from './BarChart.tsx';
import { Chart } from './Chart.tsx';
import { type AmountsByDay, type Bar, type Measure, type Period, readingBars } from './readingTime.ts';

const periods: Readonly<Record<Period, { label: string; column: string }>> = {
  days: { label: text('This week'), column: text('Day') },
  weeks: { label: text('12 weeks'), column: text('Week') },
  months: { label: text('12 months'), column: text('Month') },
  years: { label: text('Years'), column: text('Year') },
};
const measures: Readonly<Record<Measure, { label: string; column: string }>> = {
  seconds: { label: text('Time'), column: text('Reading time') },
  pages: { label: text('Pages'), column: text('Pages') },
};

interface TimeChartProps {
  amounts: AmountsByDay;
  now: Date;
}

/** Time or pages read by day, week or month. */
export function TimeChart({ amounts, now }: TimeChartProps) {
  const { i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const [period, setPeriod] = useState<Period>('days');
  const [measure, setMeasure] = useState<Measure>('seconds');
  const bars = readingBars(amounts[measure], period, now);
  const name = barName(period, language);
  const today = dayOf(now);
  const words = (amount: number) =>
    measure === 'seconds' ? formatDuration(amount, t) : t('{{count}} pages', { count: amount });
  const total = bars.reduce((sum, { amount }) => sum + amount, 0);
  const best = bars.reduce<Bar | null>((most, bar) => (bar.amount > (most?.amount ?? 0) ? bar : most), null);
  return (
    <Chart
      title={t('Reading time')}
      summary={
        best
          ? t('{{read}} in all, most on {{name}}.', { read: words(total), name: name.long(best) })
          : t('Nothing read in this time.')
      }
      actions={
        <Stack direction="inline" gap={4}>
          <ChipGroup label={t('What is counted')}>
            {(Object.keys(measures) as Measure[]).map((value) => (
              <Chip key={value} pressed={measure === value} onChange={() => setMeasure(value)}>
                {t(measures[value].label)}
              </Chip>
            ))}
          </ChipGroup>
          <ChipGroup label={t('Period')}>
            {(Object.keys(periods) as Period[]).map((value) => (
              <Chip key={value} pressed={period === value} onChange={() => setPeriod(value)}>
                {t(periods[value].label)}
              </Chip>
            ))}
          </ChipGroup>
        </Stack>
      }
      columns={[t(periods[period].column), t(measures[measure].column)]}
      rows={() => bars.map((bar) => [name.long(bar), words(bar.amount)])}
    >
      <BarChart
        bars={bars.map((bar) => ({
          key: bar.from,
          label: name.short(bar),
          value: bar.amount,
          valueText:
            bar.amount === 0 ? '' : measure === 'pages' ? String(bar.amount) : shortTime(bar.amount, best),
          current: bar.from <= today && today <= bar.to,
        }))}
      />
    </Chart>
  );
}

/** To fit on a bar: '45' minutes, or '0:45' hours where the longest bar has an hour. */
function shortTime(seconds: number, longest: Bar | null): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return (longest?.amount ?? 0) < 3_570
    ? String(minutes)
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Localized names of a bar: short for its label, long for the table. */
function barName(period: Period, language: string): { short(bar: Bar): string; long(bar: Bar): string } {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, options);
    return (bar: Bar) => formatter.format(dateOf(bar.from));
  };
  if (period === 'days') {
    return {
      short: format({ weekday: 'short' }),
      long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    };
  }
  if (period === 'years') return { short: format({ year: 'numeric' }), long: format({ year: 'numeric' }) };
  if (period === 'months') {
    return { short: format({ month: 'narrow' }), long: format({ month: 'long', year: 'numeric' }) };
  }
  const range = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return {
    short: format({ day: 'numeric', month: 'numeric' }),
    long: ({ from, to }) => range.formatRange(dateOf(from), dateOf(to)),
  };
}

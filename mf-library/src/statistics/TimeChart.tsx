import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { useState } from 'react';
import { BarChart } from './BarChart.tsx';
import { type Day, dateOf, dayOf } from './days.ts';
import { Figure } from './Figure.tsx';
import { formatDuration } from './formatDuration.ts';
import { type Bar, type Period, readingBars } from './readingTime.ts';

const periods: readonly { value: Period; label: string; column: string }[] = [
  { value: 'days', label: 'This week', column: 'Day' },
  { value: 'weeks', label: '12 weeks', column: 'Week' },
  { value: 'months', label: '12 months', column: 'Month' },
];

/** Time read by days of this week, by weeks, or by months. */
export function TimeChart({
  days,
  now,
  firstDay,
}: {
  days: ReadonlyMap<Day, number>;
  now: Date;
  firstDay: number;
}) {
  const { i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const [period, setPeriod] = useState<Period>('days');
  const bars = readingBars(days, period, now, firstDay);
  const name = barName(period, language);
  const today = dayOf(now);
  const total = bars.reduce((sum, { seconds }) => sum + seconds, 0);
  const best = bars.reduce<Bar | null>(
    (most, bar) => (bar.seconds > (most?.seconds ?? 0) ? bar : most),
    null,
  );
  const read = formatDuration(total, t);
  return (
    <Figure
      title={t('Reading time')}
      summary={
        best
          ? t('{{read}} in all, most on {{name}}.', { read, name: name.long(best) })
          : t('Nothing read in this time.')
      }
      actions={
        <ChipGroup label={t('Period')}>
          {periods.map(({ value, label }) => (
            <Chip key={value} pressed={period === value} onChange={() => setPeriod(value)}>
              {t(label)}
            </Chip>
          ))}
        </ChipGroup>
      }
      columns={[t(periods.find(({ value }) => value === period)?.column ?? ''), t('Reading time')]}
      rows={bars.map((bar) => [name.long(bar), formatDuration(bar.seconds, t)])}
    >
      <BarChart
        bars={bars.map((bar) => ({
          key: bar.from,
          label: name.short(bar),
          value: bar.seconds,
          valueText: bar.seconds > 0 ? shortTime(bar.seconds) : '',
          current: bar.from <= today && today <= bar.to,
        }))}
      />
    </Figure>
  );
}

/** '45' minutes or '2:05' hours: as much as fits on a bar; the table has the words. */
function shortTime(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60
    ? String(minutes)
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

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
  if (period === 'months')
    return { short: format({ month: 'narrow' }), long: format({ month: 'long', year: 'numeric' }) };
  const range = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return {
    short: format({ day: 'numeric', month: 'numeric' }),
    long: ({ from, to }) => range.formatRange(dateOf(from), dateOf(to)),
  };
}

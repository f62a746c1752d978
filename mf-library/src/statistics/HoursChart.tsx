import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { BarChart } from './BarChart.tsx';
import { Chart } from './Chart.tsx';
import { formatDuration } from './formatDuration.ts';
import { hoursOfDay } from './hoursOfDay.ts';
import { memoizeByList } from './memoizeByList.ts';
import type { ReadingRecord } from './readingRecords.ts';

const hoursOf = memoizeByList(hoursOfDay);

/** Reading time by hour of the day. */
export function HoursChart({ records }: { records: readonly ReadingRecord[] }) {
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

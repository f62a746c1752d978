import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { formatMonth } from '../books/formatDay.ts';
import { type Day, lastDayOfMonth } from '../statistics/days.ts';
import type { Entry } from './entries.ts';
import { countBy } from './filterEntries.ts';

interface DateFilterProps {
  entries: readonly Entry[];
  from: Day | null;
  to: Day | null;
  onChange: (range: { from: Day | null; to: Day | null }) => void;
}

/** One of the months with entries, or a range of days. */
export function DateFilter({ entries, from, to, onChange }: DateFilterProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const months = useMemo(
    () => [...countBy(entries.map(({ day }) => day.slice(0, 7)))].sort(([a], [b]) => b.localeCompare(a)),
    [entries],
  );
  const [byDays, setByDays] = useState(false);
  const month = from?.slice(0, 7) ?? '';
  const choose = (value: string) => {
    setByDays(value === 'days');
    if (value === '') onChange({ from: null, to: null });
    else if (value !== 'days') onChange({ from: `${value}-01`, to: lastDayOfMonth(value) });
  };
  return (
    <>
      <Select
        label={t('Date')}
        hideLabel
        value={byDays ? 'days' : month}
        onChange={choose}
        options={[
          { value: '', label: t('Any time') },
          ...months.map(([value, count]) => ({
            value,
            label: `${formatMonth(value, language)} (${count})`,
          })),
          { value: 'days', label: t('From … to …') },
        ]}
      />
      {byDays ? (
        <Range>
          <TextField
            label={t('From')}
            type="date"
            value={from ?? ''}
            max={to ?? undefined}
            onChange={(day) => onChange({ from: day || null, to })}
          />
          <TextField
            label={t('To')}
            type="date"
            value={to ?? ''}
            min={from ?? undefined}
            onChange={(day) => onChange({ from, to: day || null })}
          />
        </Range>
      ) : null}
    </>
  );
}

const Range = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: ${space(3)};
`;

import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { highlightNames } from '@lectern/shared-contracts/domain/notes/highlightNames.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { highlightColors } from '@lectern/shared-ui/color/highlightColors.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, media, radius, space } from '@lectern/shared-ui/tokens.ts';
import { Search, SlidersHorizontal } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { type Day, dateOf, formatMonth } from '../books/formats.ts';
import { facetsOf } from '../books/shelfFilters.ts';
import type { Entry } from './entries.ts';
import { countBy, type EntryFilter } from './filterEntries.ts';

interface NoteFiltersProps {
  entries: readonly Entry[];
  filter: EntryFilter;
  onFilter: (filter: EntryFilter) => void;
}

const kinds: readonly { value: EntryFilter['kind']; label: string }[] = [
  { value: 'all', label: text('All') },
  { value: 'note', label: text('Notes') },
  { value: 'highlight', label: text('Highlights') },
];

const colors = Object.keys(highlightColors) as (keyof typeof highlightColors)[];

/** Filters: text, kind, color, date, book and tag. */
export function NoteFilters({ entries, filter, onFilter }: NoteFiltersProps) {
  const t = useTranslate();
  const tags = useMemo(() => facetsOf(entries.flatMap((entry) => entry.tags)), [entries]);
  const books = useMemo(() => booksOf(entries), [entries]);
  const ofColor = useMemo(() => countBy(entries.map((entry) => entry.color)), [entries]);
  const more = useId();
  const [open, setOpen] = useState(false);
  const set = (changes: Partial<EntryFilter>) => onFilter({ ...filter, ...changes });
  return (
    <Column role="search" aria-label={t('Notes')}>
      <Line>
        <TextField
          label={t('Search your notes')}
          hideLabel
          type="search"
          placeholder={t('Search your notes')}
          icon={<Search />}
          value={filter.query}
          onChange={(query) => set({ query })}
        />
        <IconButton
          label={t('Filters')}
          icon={<SlidersHorizontal />}
          aria-expanded={open}
          aria-controls={more}
          onClick={() => setOpen(!open)}
        />
      </Line>
      <More id={more} data-open={open || undefined}>
        <ChipGroup label={t('Kind')}>
          {kinds.map(({ value, label }) => (
            <Chip key={value} pressed={filter.kind === value} onChange={() => set({ kind: value })}>
              {t(label)}
            </Chip>
          ))}
        </ChipGroup>
        <ChipGroup label={t('Color')}>
          {colors.map((value) => (
            <Chip
              key={value}
              pressed={filter.color === value}
              onChange={(pressed) => set({ color: pressed ? value : null })}
              icon={
                <Dot
                  style={{
                    background: color[highlightColors[value].ground],
                    borderColor: color[highlightColors[value].ink],
                  }}
                />
              }
              count={ofColor.get(value) ?? 0}
            >
              {t(highlightNames[value])}
            </Chip>
          ))}
        </ChipGroup>
        <DateFilter entries={entries} from={filter.from} to={filter.to} onChange={set} />
        {books.length > 0 ? (
          <Select
            label={t('Book')}
            hideLabel
            value={filter.bookId ?? ''}
            onChange={(value) => set({ bookId: value || null })}
            options={[{ value: '', label: t('All books') }, ...books]}
          />
        ) : null}
        {tags.length > 0 ? (
          <Select
            label={t('Tag')}
            hideLabel
            value={filter.tag ?? ''}
            onChange={(value) => set({ tag: value || null })}
            options={[
              { value: '', label: t('All tags') },
              ...tags.map(({ value, count }) => ({ value, label: `#${value} (${count})` })),
            ]}
          />
        ) : null}
      </More>
    </Column>
  );
}

function booksOf(entries: readonly Entry[]): { value: string; label: string }[] {
  const titles = new Map<string, string>();
  for (const { bookId, bookTitle } of entries)
    if (bookId !== null && bookTitle !== null) titles.set(bookId, bookTitle);
  return [...titles]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

const Column = styled.div`
  display: grid;
  gap: ${space(4)};
  align-content: start;
`;

/** Search field, and on narrow screens the button for more filters. */
const Line = styled.div`
  display: flex;
  gap: ${space(2)};
  & > :first-child { flex: 1; }
  & > button { display: none; }
  @media ${media.narrow} { & > button { display: inline-flex; } }
`;

const More = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
  gap: ${space(4)};
  & > [role='group'] { grid-column: 1 / -1; }
  & > * { min-inline-size: 0; }
  @media ${media.narrow} { &:not([data-open]) { display: none; } }
`;

const Dot = styled.span`
  display: block;
  flex: none;
  inline-size: 1rem;
  block-size: 1rem;
  border: 3px solid;
  border-radius: ${radius.round};
`;

interface DateFilterProps {
  entries: readonly Entry[];
  from: Day | null;
  to: Day | null;
  onChange: (range: { from: Day | null; to: Day | null }) => void;
}

/** One of the months with entries, or a range of days. */
function DateFilter({ entries, from, to, onChange }: DateFilterProps) {
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
    else if (value !== 'days') onChange(daysOfMonth(value));
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

/** @param month 'YYYY-MM' */
function daysOfMonth(month: string): { from: Day; to: Day } {
  const first = dateOf(month);
  return { from: dayOf(first), to: dayOf(new Date(first.getFullYear(), first.getMonth() + 1, 0)) };
}

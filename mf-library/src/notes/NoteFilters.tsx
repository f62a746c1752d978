import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, radius, space } from '@lectern/shared-ui/tokens.ts';
import { Search } from 'lucide-react';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import type { Entry } from './entries.ts';
import { type EntryFilter, tagCounts } from './filterEntries.ts';
import { noteColors } from './noteColors.ts';

interface NoteFiltersProps {
  entries: readonly Entry[];
  filter: EntryFilter;
  onFilter: (filter: EntryFilter) => void;
}

const kinds: readonly { value: EntryFilter['kind']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'note', label: 'Notes' },
  { value: 'highlight', label: 'Highlights' },
];

/** Which entries are shown: by words, kind, book, tag and colour. */
export function NoteFilters({ entries, filter, onFilter }: NoteFiltersProps) {
  const t = useTranslate();
  const tags = useMemo(() => tagCounts(entries), [entries]);
  const books = useMemo(() => booksOf(entries), [entries]);
  const set = (changes: Partial<EntryFilter>) => onFilter({ ...filter, ...changes });
  return (
    <Column role="search" aria-label={t('Notes')}>
      <TextField
        label={t('Search your notes')}
        hideLabel
        type="search"
        placeholder={t('Search your notes')}
        icon={<Search />}
        value={filter.query}
        onChange={(query) => set({ query })}
      />
      <ChipGroup label={t('Kind')}>
        {kinds.map(({ value, label }) => (
          <Chip key={value} pressed={filter.kind === value} onChange={() => set({ kind: value })}>
            {t(label)}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('Colour')}>
        {Object.entries(noteColors).map(([value, { value: shown, label }]) => (
          <Chip
            key={value}
            pressed={filter.color === value}
            onChange={(pressed) => set({ color: pressed ? value : null })}
            aria-label={t(label)}
            title={t(label)}
          >
            <Dot style={{ background: shown }} />
          </Chip>
        ))}
      </ChipGroup>
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
            ...tags.map(({ tag, count }) => ({ value: tag, label: `#${tag} (${count})` })),
          ]}
        />
      ) : null}
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

const Dot = styled.span`
  display: block;
  inline-size: 1.125rem;
  block-size: 1.125rem;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.round};
`;

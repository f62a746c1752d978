import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type StatusFilter, statusFilters } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, media, space, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { LibraryBig, ListChecks, ListFilter, Rows4 } from 'lucide-react';
import { styled } from 'styled-components';
import type { ShelfFilters } from '../books/shelfFilters.ts';
import { type SortOrder, sortLabels, sortOrders } from '../books/sortBooks.ts';
import { FilterButton } from './FilterButton.tsx';

const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: text('All Books'),
  reading: text('Currently Reading'),
  completed: text('Completed'),
  unread: text('Unread'),
};

interface ShelfControlsProps {
  /** All books, from which filter options are collected. */
  books: readonly Book[];
  counts: Readonly<Record<StatusFilter, number>>;
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  query: string;
  onQuery: (query: string) => void;
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
  filters: ShelfFilters;
  onFilters: (filters: ShelfFilters) => void;
  /** Series are grouped. */
  grouped: boolean;
  onGrouped: (grouped: boolean) => void;
  /** Compact rows; null when the list does not offer them. */
  dense: boolean | null;
  onDense: (dense: boolean) => void;
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
}

/** Search field, filters and sort order. */
export function ShelfControls(props: ShelfControlsProps) {
  const t = useTranslate();
  const { counts, filter, onFilter, query, onQuery, order, onOrder, grouped, onGrouped } = props;
  return (
    <Bar>
      <ChipGroup label={t('Show')}>
        {statusFilters.map((value) => (
          <Chip key={value} pressed={filter === value} onChange={() => onFilter(value)} count={counts[value]}>
            {t(filterLabels[value])}
          </Chip>
        ))}
      </ChipGroup>
      <Fields>
        <TextField
          label={t('Filter by title or author')}
          hideLabel
          type="search"
          placeholder={t('Title or author')}
          icon={<ListFilter />}
          value={query}
          onChange={onQuery}
        />
        <Select
          label={t('Sort by')}
          hideLabel
          value={order}
          onChange={(value) => onOrder(value as SortOrder)}
          options={sortOrders.map((value) => ({ value, label: t(sortLabels[value]) }))}
        />
        <FilterButton books={props.books} filters={props.filters} onFilters={props.onFilters} />
        <Toggles>
          {props.dense === null ? null : (
            <IconButton
              label={t('Compact rows')}
              icon={<Rows4 />}
              aria-pressed={props.dense}
              onClick={() => props.onDense(!props.dense)}
            />
          )}
          <IconButton
            label={t('Group by series')}
            icon={<LibraryBig />}
            aria-pressed={grouped}
            onClick={() => onGrouped(!grouped)}
          />
          <IconButton
            label={t('Choose several')}
            icon={<ListChecks />}
            aria-pressed={props.choosing}
            onClick={() => props.onChoosing(!props.choosing)}
          />
        </Toggles>
      </Fields>
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space(3)} ${space(6)};
  margin-block-end: ${space(5)};
  container-type: inline-size;
  & > [role='group'] { min-inline-size: 0; }
  /* Two rows on a telephone, so that it begins with books: chips and toggles, then field, order and filters. */
  @media ${media.phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto ${touchTarget};
    gap: ${space(2)};
    & > [role='group'] { grid-column: 1 / 3; }
  }
`;

const Fields = styled.div`
  display: grid;
  flex: 1 1 36rem;
  grid-template-columns: minmax(0, 22rem) minmax(9rem, 11rem) auto minmax(5.5rem, 1fr);
  align-items: start;
  gap: ${space(3)};
  /* Also beside the rail on a tablet, where one row would leave no room for words in the field. */
  @container (max-width: 44rem) {
    flex-basis: 100%;
    grid-template-columns: minmax(0, 1fr) minmax(8.5rem, 11rem) auto auto;
  }
  @container (max-width: 36rem) { grid-template-columns: minmax(0, 1fr) minmax(8.5rem, 11rem); }
  @media ${media.phone} {
    display: contents;
    /* Room for the words of the field rather than for its picture. */
    & > :first-child svg { display: none; }
    & > :first-child input { padding-inline-start: ${space(3)}; }
    & > :nth-child(2) { grid-column: 2 / 4; min-inline-size: min(8.5rem, 38vw); }
    & select { padding-inline: ${space(2.5)} ${space(7)}; }
  }
`;

const Toggles = styled.div`
  display: flex;
  justify-content: end;
  gap: ${space(1)};
  & > [aria-pressed='true'] { color: ${color.accent}; }
  @media ${media.phone} {
    grid-row: 1;
    grid-column: 3 / 5;
    gap: 0;
  }
`;

import { type StatusFilter, statusFilters } from '@lectern/shared-contracts/domain/bookStatus.ts';
import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { ListFilter } from 'lucide-react';
import { styled } from 'styled-components';
import { type SortOrder, sortLabels, sortOrders } from './sortBooks.ts';

const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: 'All Books',
  reading: 'Currently Reading',
  completed: 'Completed',
  unread: 'Unread',
};

interface ShelfControlsProps {
  counts: Readonly<Record<StatusFilter, number>>;
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  query: string;
  onQuery: (query: string) => void;
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
}

/** Which books are shown, and in which order. */
export function ShelfControls({
  counts,
  filter,
  onFilter,
  query,
  onQuery,
  order,
  onOrder,
}: ShelfControlsProps) {
  const t = useTranslate();
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
          placeholder={t('Filter by title or author')}
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
      </Fields>
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space(3)} ${space(6)};
  margin-block-end: ${space(6)};
  & > [role='group'] { min-inline-size: 0; }
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 15rem) minmax(9rem, 11rem);
  gap: ${space(3)};
  @media ${media.narrow} {
    inline-size: 100%;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type StatusFilter, statusFilters } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { scrollFade } from '@lectern/shared-ui/scrollFade.styles.ts';
import { color, media, space, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { ArrowDownUp, ListChecks, Settings2, SlidersHorizontal } from 'lucide-react';
import type { FocusEvent } from 'react';
import { styled } from 'styled-components';
import { filterNames } from '../books/shelfFilters.ts';
import { type SortOrder, sortLabels, sortOrders } from '../books/sortBooks.ts';
import { LazyView } from '../data/LazyView.tsx';
import type { Selection } from './shelf/useSelection.ts';
import { useLibraryPreferences } from './useLibraryPreferences.ts';
import type { Narrowing } from './useShelf.ts';

const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: text('All Books'),
  reading: text('Currently Reading'),
  completed: text('Completed'),
  unread: text('Unread'),
};

interface ShelfControlsProps {
  /** All books, from which filter options are collected. */
  books: readonly Book[];
  narrowing: Narrowing;
  selection: Selection;
}

const loadViewPanel = () => import('./ViewPanel.tsx').then(({ ViewPanel }) => ViewPanel);

/** Status, sort order, filters and view, in one line. */
export function ShelfControls({ books, narrowing, selection }: ShelfControlsProps) {
  const t = useTranslate();
  const { counts, filter, setFilter } = narrowing;
  const { order, setOrder } = useLibraryPreferences();
  return (
    <Bar onFocus={centerChip}>
      <ChipGroup label={t('Show')}>
        {statusFilters.map((value) => (
          <Chip
            key={value}
            pressed={filter === value}
            onChange={() => setFilter(value)}
            count={counts[value]}
          >
            {t(filterLabels[value])}
          </Chip>
        ))}
      </ChipGroup>
      <Sort>
        <Select
          label={t('Sort by')}
          hideLabel
          value={order}
          onChange={(value) => setOrder(value as SortOrder)}
          options={sortOrders.map((value) => ({ value, label: t(sortLabels[value]) }))}
        />
        <ArrowDownUp aria-hidden />
      </Sort>
      <FilterButton books={books} narrowing={narrowing} />
      <Popover
        label={t('View options')}
        trigger={<IconButton label={t('View options')} icon={<Settings2 />} />}
      >
        <LazyView load={loadViewPanel} props={{}} />
      </Popover>
      <IconButton
        label={t('Choose several')}
        icon={<ListChecks />}
        aria-pressed={selection.on}
        onClick={selection.on ? selection.end : selection.begin}
      />
    </Bar>
  );
}

/** On a phone the row has room for one chip only. */
function centerChip({ target }: FocusEvent<HTMLElement>) {
  if (target.closest('[role="group"]')) target.scrollIntoView?.({ block: 'nearest', inline: 'center' });
}

/** Where the line is short, the chips scroll, and sort order and filters are icons; with large text they are below. */
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-block-end: ${space(3)};
  container: shelf-controls / inline-size;
  & > [role='group'] {
    flex: 1 1 max(7rem, (17.5rem - 100%) * 999);
    flex-wrap: nowrap;
    min-inline-size: 0;
    overflow-x: auto;
    scrollbar-width: none;
    ${scrollFade}
    padding: 4px;
    margin: -4px;
  }
  @media ${media.phone} {
    gap: 0;
    margin-block-end: ${space(2)};
  }
`;

const Sort = styled.div`
  position: relative;
  inline-size: 10.5rem;
  & > svg { display: none; }
  @container shelf-controls (max-width: 54rem) {
    inline-size: ${touchTarget};
    & select { border-color: transparent; background: transparent; color: transparent; }
    & select + svg { display: none; }
    & > svg {
      display: block;
      position: absolute;
      inset: 0;
      inline-size: 1.25rem;
      block-size: 1.25rem;
      margin: auto;
      color: ${color.textMuted};
      pointer-events: none;
    }
  }
`;

interface FilterButtonProps {
  books: readonly Book[];
  narrowing: Narrowing;
}

const loadPanel = () => import('./FilterPanel.tsx').then(({ FilterPanel }) => FilterPanel);

/** Opens the filters and shows how many are active. */
function FilterButton({ books, narrowing }: FilterButtonProps) {
  const t = useTranslate();
  const { filters, query } = narrowing;
  const count =
    filterNames.filter((name) => filters[name] !== undefined).length + (query.trim() === '' ? 0 : 1);
  return (
    <Popover
      label={t('Filters')}
      width="34rem"
      trigger={
        <FiltersButton
          icon={<SlidersHorizontal />}
          variant={count > 0 ? 'primary' : undefined}
          data-active={count > 0}
        >
          <span>{count > 0 ? t('Filters ({{count}})', { count }) : t('Filters')}</span>
        </FiltersButton>
      }
    >
      <LazyView load={loadPanel} props={{ books, narrowing }} />
    </Popover>
  );
}

/** Only the icon is visible in a short line. */
const FiltersButton = styled(Button)`
  flex: none;
  @container shelf-controls (max-width: 54rem) {
    inline-size: ${touchTarget};
    padding: 0;
    &:not([data-active='true']) { border-color: transparent; color: ${color.textMuted}; }
    & svg { inline-size: 1.25rem; block-size: 1.25rem; }
    & > :last-child { ${visuallyHidden} }
  }
`;

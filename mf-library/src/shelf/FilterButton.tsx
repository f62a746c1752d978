import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { media, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { SlidersHorizontal } from 'lucide-react';
import { styled } from 'styled-components';
import { filterNames, type ShelfFilters } from '../books/shelfFilters.ts';
import { LazyView } from '../data/LazyView.tsx';

interface FilterButtonProps {
  books: readonly Book[];
  filters: ShelfFilters;
  onFilters: (filters: ShelfFilters) => void;
}

const loadPanel = () => import('./FilterPanel.tsx').then(({ FilterPanel }) => FilterPanel);

/** Opens the filters and shows how many are active. */
export function FilterButton(props: FilterButtonProps) {
  const t = useTranslate();
  const count = filterNames.filter((name) => props.filters[name] !== undefined).length;
  return (
    <Popover
      label={t('Filters')}
      width="34rem"
      trigger={
        <FiltersButton icon={<SlidersHorizontal />} variant={count > 0 ? 'primary' : undefined}>
          <span>{count > 0 ? t('Filters ({{count}})', { count }) : t('Filters')}</span>
        </FiltersButton>
      }
    >
      <LazyView load={loadPanel} props={props} />
    </Popover>
  );
}

/** Only the icon is visible on phones. */
const FiltersButton = styled(Button)`
  @media ${media.phone} {
    inline-size: ${touchTarget};
    padding: 0;
    & > :last-child { ${visuallyHidden} }
  }
`;

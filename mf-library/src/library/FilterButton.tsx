import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { color, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { SlidersHorizontal } from 'lucide-react';
import { styled } from 'styled-components';
import { filterNames } from '../books/shelfFilters.ts';
import { LazyView } from '../data/LazyView.tsx';
import type { Narrowing } from './useShelf.ts';

interface FilterButtonProps {
  books: readonly Book[];
  narrowing: Narrowing;
}

const loadPanel = () => import('./FilterPanel.tsx').then(({ FilterPanel }) => FilterPanel);

/** Opens the filters and shows how many are active. */
export function FilterButton({ books, narrowing }: FilterButtonProps) {
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

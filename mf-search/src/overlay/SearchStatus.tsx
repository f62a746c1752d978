import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Compass } from '@lectern/shared-ui/illustrations/Compass.tsx';
import { color, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';
import type { Search } from './useSearch.ts';

/** State of the search: visible while there are no results, announced to screen readers always. */
export function SearchStatus({ state, count }: { state: Search['state']; count: number }) {
  const t = useTranslate();
  if (state === 'done' && count === 0) {
    return (
      <NoResults>
        <Compass />
        <p role="status">{t('No results found - Try adjusting your search terms or filters.')}</p>
      </NoResults>
    );
  }
  if (state === 'searching' && count === 0)
    return <StyledStatus role="status">{t('Searching…')}</StyledStatus>;
  return (
    <VisuallyHidden role="status">
      {state === 'done' ? t('{{count}} results', { count }) : state === 'searching' ? t('Searching…') : ''}
    </VisuallyHidden>
  );
}

const NoResults = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  padding: ${space(8)} ${space(5)} ${space(10)};
  color: ${color.textMuted};
  text-align: center;
`;

const StyledStatus = styled.p`
  padding: ${space(6)} ${space(5)};
  color: ${color.textMuted};
`;

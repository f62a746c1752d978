import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { Search } from 'lucide-react';
import { styled } from 'styled-components';
import type { SearchOpenerProps } from './SearchBox.tsx';

/** Floating search button at the bottom left [LY-05]. */
export function SearchButton({ onOpen, onApproach }: SearchOpenerProps) {
  const t = useTranslate();
  return (
    <Face
      type="button"
      onClick={onOpen}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      aria-label={t('Search')}
      data-tour="search"
      data-away={useHideOnScroll()}
    >
      <Search aria-hidden />
    </Face>
  );
}

const Face = styled.button`
  position: fixed;
  inset-block-end: ${space(6)};
  /* In the margin of the page, so that it covers nothing. */
  inset-inline-start: calc(var(--rail-width, 0px) + ${space(2)});
  z-index: ${layer.bar};
  display: grid;
  place-content: center;
  inline-size: 2.5rem;
  block-size: 2.5rem;
  border: 1px solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.textMuted};
  box-shadow: ${shadow.float};
  transition: color ${duration.fast}, inset-inline-start ${duration.slow};
  & > svg { inline-size: 1.25rem; block-size: 1.25rem; }
  &:hover { color: ${color.accent}; }
  &:focus-visible { border-radius: ${radius.round}; }
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true']:not(:focus-visible) { opacity: 0; pointer-events: none; }
    inset-block-end: calc(4.5rem + env(safe-area-inset-bottom) + var(--page-foot, 0px));
    inset-inline-start: ${space(4)};
    inline-size: 2.75rem;
    block-size: 2.75rem;
  }
`;

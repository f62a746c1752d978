import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Kbd } from '@lectern/shared-ui/Kbd.tsx';
import { color, duration, layer, media, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { Search } from 'lucide-react';
import { styled } from 'styled-components';

interface SearchOpenerProps {
  onOpen: () => void;
  /** Called on hover and focus, to prefetch the overlay. */
  onApproach: () => void;
}

/** Looks like a search field; opens the overlay, which contains the real one. */
export function SearchBox({ onOpen, onApproach }: SearchOpenerProps) {
  const t = useTranslate();
  const apple = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <Face
      type="button"
      onClick={onOpen}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      aria-keyshortcuts="Control+K Meta+K /"
      data-tour="search"
    >
      <Search aria-hidden />
      <span>{t('Search your library')}</span>
      <Kbd aria-hidden>{apple ? '⌘K' : 'Ctrl K'}</Kbd>
    </Face>
  );
}

const Face = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  inline-size: clamp(12rem, 24vw, 20rem);
  min-block-size: 2.5rem;
  padding-inline: ${space(3)} ${space(2)};
  border: 1px solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.textMuted};
  font-size: ${type.small};
  text-align: start;
  cursor: text;
  transition: border-color ${duration.fast};
  & > svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; }
  & > span { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  &:hover { border-color: ${color.lineStrong}; }
  &:focus-visible { border-radius: ${radius.round}; }
  /* No room for the keys on a tablet, which may have none. */
  @media ${media.tablet}, (hover: none) { & > kbd { display: none; } }
  @media ${media.narrow} { display: none; }
`;

/** Floating search button at the bottom left [LY-05]. */
export function SearchButton({ onOpen, onApproach }: SearchOpenerProps) {
  const t = useTranslate();
  return (
    <FloatingFace
      type="button"
      onClick={onOpen}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      aria-label={t('Search')}
      data-tour="search"
      data-away={useHideOnScroll()}
    >
      <Search aria-hidden />
    </FloatingFace>
  );
}

const FloatingFace = styled.button`
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

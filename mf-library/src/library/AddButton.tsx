import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { Plus } from 'lucide-react';
import { styled } from 'styled-components';

/** Floating button that links to /upload. */
export function AddButton() {
  const { navigation } = useHost();
  const t = useTranslate();
  return (
    <Float data-away={useHideOnScroll()}>
      <navigation.Link to="/upload" aria-label={t('Upload Books')} title={t('Upload Books')}>
        <Plus aria-hidden />
      </navigation.Link>
    </Float>
  );
}

const Float = styled.div`
  position: fixed;
  z-index: ${layer.sticky};
  inset-block-end: ${space(6)};
  /* In the margin of the page, so that it covers none of it. */
  inset-inline-end: ${space(1)};
  & > a {
    display: grid;
    place-content: center;
    inline-size: 3rem;
    block-size: 3rem;
    border-radius: ${radius.round};
    background: ${color.accent};
    color: ${color.accentText};
    box-shadow: ${shadow.float};
    transition: background-color ${duration.fast};
    &:hover { background: ${color.accentHover}; color: ${color.accentText}; }
    &:focus-visible { border-radius: ${radius.round}; }
  }
  /* In one row with the quick menu, above the bottom bar. */
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true']:not(:focus-within, :has([data-state='open'])) { opacity: 0; pointer-events: none; }
    inset-block-end: calc(4.5rem + env(safe-area-inset-bottom));
    inset-inline-end: calc(${space(4)} + 2.75rem + ${space(2)});
    & > a { inline-size: 2.75rem; block-size: 2.75rem; }
  }
`;

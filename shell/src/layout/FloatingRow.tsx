import { color, duration, layer, media } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { styled } from 'styled-components';

/**
 * The ground of the floating buttons at narrow width: the page fades out below them, so that no button stands on words
 * or a cover. It leaves with them while the page is scrolled on [L-02].
 */
export function FloatingRow() {
  return <Ground aria-hidden data-floating-row data-away={useHideOnScroll()} />;
}

const Ground = styled.div`
  position: fixed;
  inset-inline: 0;
  inset-block-end: calc(4rem + env(safe-area-inset-bottom) + var(--page-foot, 0px));
  z-index: ${layer.sticky};
  block-size: 4.75rem;
  background: linear-gradient(to top, ${color.surface} 3.5rem, transparent);
  pointer-events: none;
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true'] { opacity: 0; }
  }
`;

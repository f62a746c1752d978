import { color, duration, layer, media } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { styled } from 'styled-components';

/**
 * Background of the floating buttons in narrow windows: the page fades out below them, so that no button covers text
 * or a cover. It hides with them while the reader scrolls down [L-02].
 */
export function FloatingRow() {
  return <Ground aria-hidden data-floating-row data-bar data-away={useHideOnScroll()} />;
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

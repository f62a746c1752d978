import { color, layer, media, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Width of the rail, as a CSS length. */
export const railWidth = (collapsed: boolean) => (collapsed ? '4.5rem' : '15rem');

/** Of a page: the floating search button has room at its start, and covers no words. */
export const tabletMargins = `${space(12)} ${space(8)}`;

export const Frame = styled.div`
  display: flex;
  min-block-size: 100dvh;
  /* Space for the bottom bar and the floating buttons, so that they cover no content. */
  @media ${media.narrow} {
    --rail-width: 0px;
    padding-block-end: calc(8rem + env(safe-area-inset-bottom));
    /* A page with a fixed footer of its own (data-page-foot): floating buttons are above it. */
    &:has([data-page-foot]) { --page-foot: 3.75rem; }
  }
`;

export const Column = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
`;

export const Main = styled.main`
  position: relative;
  /* Wide content of a page must not make the frame scroll sideways. */
  overflow-x: clip;
  inline-size: 100%;
  max-inline-size: 88rem;
  min-block-size: calc(100dvh - 4.5rem);
  padding: ${space(10)} ${space(14)} ${space(20)};
  @media ${media.tablet} { padding-inline: ${tabletMargins}; }
  @media ${media.narrow} { padding: ${space(6)} ${space(4)} ${space(20)}; }
`;

export const Bar = styled.header`
  position: sticky;
  inset-block-start: 0;
  z-index: ${layer.sticky};
  display: flex;
  align-items: center;
  gap: ${space(6)};
  min-block-size: 4.5rem;
  padding: ${space(2)} ${space(14)};
  background: ${color.surface};
  border-block-end: 1px solid ${color.line};
  @media ${media.tablet} { gap: ${space(4)}; padding-inline: ${tabletMargins}; }
  @media ${media.narrow} {
    /* With large text the buttons wrap below the title. */
    flex-wrap: wrap;
    justify-content: end;
    gap: ${space(2)};
    min-block-size: 3.5rem;
    padding: ${space(1)} ${space(4)};
  }
`;

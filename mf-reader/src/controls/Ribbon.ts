import { color } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Marks a page with a bookmark, in its corner, with and without the bars. */
export const Ribbon = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: calc(var(--panel, 0px) + 1.5rem);
  inline-size: 1rem;
  block-size: calc(1.75rem + env(safe-area-inset-top));
  background: ${color.accent};
  clip-path: polygon(0 0, 100% 0, 100% 100%, 50% calc(100% - 0.45rem), 0 100%);
  pointer-events: none;
`;

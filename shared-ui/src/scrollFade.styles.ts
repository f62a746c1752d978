import { css } from 'styled-components';

/**
 * Fades the edges of a horizontally scrolling row where there is more content. Requires scroll-driven animations;
 * otherwise nothing fades.
 */
export const scrollFade = css`
  --fade: 2.5rem;
  --end: right;
  animation: lectern-fade-ends linear both;
  animation-timeline: scroll(self inline);
  &:dir(rtl) { --end: left; }
`;

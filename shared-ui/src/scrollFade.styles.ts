import { css } from 'styled-components';

/**
 * For a row that scrolls sideways: it fades out at the ends at which there is more. Without overflow, and in browsers
 * without scroll-driven animations, nothing fades.
 */
export const scrollFade = css`
  --fade: 2.5rem;
  --end: right;
  animation: lectern-fade-ends linear both;
  animation-timeline: scroll(self inline);
  &:dir(rtl) { --end: left; }
`;

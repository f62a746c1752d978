import { css, styled } from 'styled-components';

/** Declarations of what only screen readers see. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Visible to screen readers only. */
export const VisuallyHidden = styled.span`${visuallyHidden}`;
